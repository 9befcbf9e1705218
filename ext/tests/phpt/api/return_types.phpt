--TEST--
Subclasses without return types compile, and interfaces with return types are satisfied, for every published method
--FILE--
<?php
require __DIR__ . '/subclass.inc';
use function Tern\Api\{extensible, old_subclass, said_about, subclass_with_interface, typed};

$methods = 0;
foreach (extensible() as $class) {
    $methods += $count = count(typed($class));
    $said = said_about(old_subclass($class, ''));
    $deprecated = preg_grep('/^8192 Return type of .*#\[\\\\ReturnTypeWillChange\]/s', $said);
    if (count($said) !== $count || count($deprecated) !== $count) var_dump($class->name, $count, $said);
    foreach ([old_subclass($class, "#[\ReturnTypeWillChange]\n"), subclass_with_interface($class)] as $code) {
        if ($said = said_about($code)) var_dump($class->name, $said);
    }
}
var_dump($methods > 600);

interface ChannelInterface
{
    public function push(mixed $data, float $timeout = -1): bool;
    public function isEmpty(): bool;
    public function close(): bool;
}
class Channel extends Swoole\Coroutine\Channel implements ChannelInterface
{
    public function push(mixed $data, float $timeout = -1): bool { return parent::push("my $data", $timeout); }
}
class OldPool extends Swoole\ConnectionPool
{
    #[ReturnTypeWillChange]
    public function put($connection) { parent::put("old $connection"); return 'put'; }
}
Swoole\Coroutine\run(function () {
    $channel = new Channel(1);
    var_dump($channel->isEmpty(), $channel->push('text'), $channel->pop());
    $pool = new OldPool(fn () => 'made', 2);
    $pool->get();
    var_dump($pool->put('connection'), $pool->get());
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
string(7) "my text"
string(3) "put"
string(14) "old connection"
