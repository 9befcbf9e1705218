--TEST--
Classes that programs extend and mock are not final
--FILE--
<?php
class MyPort extends Swoole\Server\Port { public function set(array $settings): void { echo "set\n"; } public static function make(): self { return new self; } }
class MyIterator extends Swoole\Connection\Iterator {}
class MyEvent extends Swoole\Server\Event { public $own = 1; }
class MyPacket extends Swoole\Server\Packet {}
class MyMessage extends Swoole\Server\PipeMessage {}
class MyStatus extends Swoole\Server\StatusInfo {}
class MyResult extends Swoole\Server\TaskResult {}
class MyRuntime extends Swoole\Runtime {}
class MyServer extends Swoole\Coroutine\Server {}
class MyConnection extends Swoole\Coroutine\Server\Connection
{
    public function recv($timeout = 0) { return 'mine: ' . parent::recv($timeout); }
}
$iterator = new MyIterator;
var_dump(count($iterator), isset($iterator[1]), iterator_to_array($iterator));
$message = new MyMessage;
var_dump($message->worker_id, (new MyEvent)->own, MyRuntime::getHookFlags());
$port = (new ReflectionClass('MyPort'))->newInstanceWithoutConstructor();
$port->set([]);
var_dump($port->on('receive', 'strlen'), $port->getCallback('Receive'), $port->host);
Co\run(function () {
    [$one, $other] = swoole_coroutine_socketpair(AF_UNIX, SOCK_STREAM, 0);
    $connection = new MyConnection(conn: $one);
    $other->send('text');
    var_dump($connection->recv(1));
});
?>
--EXPECT--
int(0)
bool(false)
array(0) {
}
int(0)
int(1)
int(0)
set
bool(true)
string(6) "strlen"
string(0) ""
string(10) "mine: text"
