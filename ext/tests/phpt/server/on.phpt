--TEST--
Swoole\Server::on and getCallback
--FILE--
<?php
class Handler
{
    public function run()
    {
    }

    public static function fixed()
    {
    }

    public function __call($name, $arguments)
    {
    }
}
$server = new Swoole\Http\Server('127.0.0.1', 0);
$closure = function () {};
$handler = new Handler;
var_dump($server->on('start', $closure), $server->getCallback('START') === $closure);
var_dump($server->on('WorkerStart', [$handler, 'run']), $server->getCallback('workerstart') === [$handler, 'run']);
var_dump($server->on('shutdown', 'Handler::fixed'), $server->getCallback('shutdown'));
var_dump($server->on('request', [$handler, 'anything']), $server->getCallback('request') === [$handler, 'anything']);
var_dump($server->on('start', 'strlen'), $server->getCallback('start'));
var_dump($server->getCallback('workerStop'), $server->getCallback('no such event'));
var_dump($server->on('workerStarted', 'strlen'), swoole_last_error() === SWOOLE_ERROR_INVALID_PARAMS);
var_dump($server->on('task', 'strlen'), $server->getCallback('task'));
try {
    $server->on('start', 'no_such_function');
} catch (TypeError $error) {
    echo $error->getMessage(), "\n";
}

// A callback may hold the server: the cycle is collected.
class Watched extends Swoole\Http\Server
{
    public function __destruct()
    {
        echo "freed\n";
    }
}
$watched = new Watched('127.0.0.1', 0);
$watched->on('start', function () use ($watched) {});
$watched->on('request', function () use ($watched) {});
unset($watched);
gc_collect_cycles();
echo "end\n";
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(14) "Handler::fixed"
bool(true)
bool(true)
bool(true)
string(6) "strlen"
NULL
NULL

Warning: Swoole\Server::on(): unknown event "workerStarted" in %s on line %d
bool(false)
bool(true)
bool(true)
string(6) "strlen"
Swoole\Server::on(): Argument #2 ($callback) must be a valid callback, function "no_such_function" not found or invalid function name
freed
end
