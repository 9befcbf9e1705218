--TEST--
Manual: A context lives as long as its coroutine
--FILE--
<?php
use Swoole\Coroutine as Co;

class Connection
{
    public function __construct(private string $name) { echo "open $name\n"; }
    public function __destruct() { echo "close {$this->name}\n"; }
}

assert(Co::getContext() === null);
$id = go(function () {
    $context = Co::getContext();
    $context['db'] = new Connection('db');
    $context->cache = new Connection('cache');
    unset($context);
    go(function () {
        Co::getContext()['queue'] = new Connection('queue');
        Co::yield();
        var_dump(isset(Co::getContext()['queue']), isset(Co::getContext()['db']), count(Co::getContext()));
        echo "child ends\n";
    });
    var_dump(Co::getContext(2) instanceof ArrayObject, isset(Co::getContext(2)['queue']));
    echo "parent ends\n";
});
Co::resume(2);
Swoole\Event::wait();
var_dump(Co::getContext($id));
?>
--EXPECT--
open db
open cache
open queue
bool(true)
bool(true)
parent ends
close cache
close db
bool(true)
bool(false)
int(1)
child ends
close queue
NULL
