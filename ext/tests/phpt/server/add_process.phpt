--TEST--
Server::addProcess(): numbers, what cannot be added, and not while the server runs
--FILE--
<?php
use Swoole\Process;

class Unmade extends Process
{
    public function __construct() {}
}

$server = new Swoole\Server('127.0.0.1', 0);
$server->set(['worker_num' => 2, 'log_level' => SWOOLE_LOG_WARNING]);
$first = new Process(function () { sleep(100); });
$second = new Process(function () use ($server) { $server->shutdown(); sleep(100); });
var_dump($server->addProcess($first), $server->addProcess($second), $server->addProcess($first), swoole_last_error());
var_dump($first->start());
try { $server->addProcess(new Unmade); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { $server->addProcess(new stdClass); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }

$started = new Process(function () {});
$started->start();
var_dump($server->addProcess($started));
Process::wait();

$server->on('receive', function () {});
$server->on('start', function ($server) use ($first, $second, $started) {
    echo "ids {$first->id} {$second->id}\n";
    var_dump($server->addProcess(new Process(function () {})));
    go(function () { echo "a coroutine of the master\n"; });
});
var_dump($server->start());
// Objects that refer to each other: PHP leaves them to the end of its memory.
unset($server, $first, $second, $started);
gc_collect_cycles();
?>
--EXPECTF--
Warning: Swoole\Server::addProcess(): the process was added or started already in %s on line %d
int(0)
int(1)
bool(false)
int(509)

Warning: Swoole\Process::start(): the server starts the process in %s on line %d
bool(false)
you must call constructor first: Swoole\Process::__construct() was not called
Swoole\Server::addProcess(): Argument #1 ($process) must be of type Swoole\Process, stdClass given

Warning: Swoole\Server::addProcess(): the process was added or started already in %s on line %d
bool(false)
ids 2 3

Warning: Swoole\Server::addProcess(): the server was started: processes cannot change any more in %s on line %d
bool(false)
a coroutine of the master
bool(true)
