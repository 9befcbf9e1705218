--TEST--
The manual's large tasks: megabytes of data, and objects that serialize themselves
--FILE--
<?php
require __DIR__ . '/server_program.inc';
final class Order
{
    public function __construct(public string $name, private array $lines = []) {}
    public function __serialize(): array { return [$this->name, $this->lines]; }
    public function __unserialize(array $data): void { [$this->name, $this->lines] = $data; }
    public function size(): int { return strlen(implode('', $this->lines)); }
}
$program = start_program(function () {
    $server = new Swoole\Server('127.0.0.1', 0);
    $server->set(['worker_num' => 1, 'task_worker_num' => 1]);
    $server->on('receive', function (Swoole\Server $server, $fd, $reactorId, $data) {
        var_dump(strlen($server->taskwait(str_repeat('x', 3 << 20), 30)));
        $order = $server->taskwait(new Order('big', array_fill(0, 1000, str_repeat('y', 100))), 30);
        var_dump($order->name, $order->size());
        var_dump($server->taskwait(null, 30), $server->taskwait(1.5, 30), $server->taskwait(false, 30));
        $server->close($fd);
    });
    $server->on('task', function (Swoole\Server $server, $taskId, $workerId, $data) {
        if ($data === null || $data === false) return $server->finish(gettype($data));
        return is_string($data) ? $data . 'y' : $data;
    });
    return $server;
});
$program->say('hello');
$program->stop();
?>
--EXPECT--
int(3145729)
string(3) "big"
int(100000)
string(4) "NULL"
float(1.5)
string(7) "boolean"
