--TEST--
Server: init_arguments of other modes is not called, one that returns no array passes nothing on, and one that throws ends start()
--FILE--
<?php
use Swoole\Server;
use Swoole\Thread;

function attempt(callable $call): void
{
    try {
        var_dump($call());
    } catch (Throwable $thrown) {
        echo get_class($thrown), ': ', $thrown->getMessage(), "\n";
    }
}

function serve(int $mode, callable $init): void
{
    $server = new Server('127.0.0.1', 0, $mode);
    $server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_NONE, 'init_arguments' => $init]);
    $server->on('receive', fn () => null);
    $server->on('workerStart', function (Server $server) {
        var_dump(Thread::getArguments(), Thread::getInfo()['is_main_thread']);
        $server->shutdown();
    });
    $server->start();
}

attempt(fn () => new Server('127.0.0.1', 0, 4));
attempt(fn () => new Server('127.0.0.1', 0, 0));
attempt(fn () => (new Server('127.0.0.1', 0, SWOOLE_THREAD))->set(['init_arguments' => 'no_such_function']));
attempt(fn () => (new Server('127.0.0.1', 0, SWOOLE_THREAD))->set(['bootstrap' => []]));
serve(SWOOLE_PROCESS, function () {
    echo "called\n";
    return [1];
});
serve(SWOOLE_THREAD, fn () => 'text');
attempt(fn () => serve(SWOOLE_THREAD, fn () => throw new RuntimeException('no arguments')));
serve(SWOOLE_THREAD, fn () => ['again']);
?>
--EXPECT--
ValueError: Swoole\Server::__construct(): Argument #3 ($mode) must be SWOOLE_BASE, SWOOLE_PROCESS or SWOOLE_THREAD
ValueError: Swoole\Server::__construct(): Argument #3 ($mode) must be SWOOLE_BASE, SWOOLE_PROCESS or SWOOLE_THREAD
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "init_arguments" must be callable, "no_such_function" given
TypeError: Swoole\Server::set(): Argument #1 ($settings) option "bootstrap" must be string, array given
NULL
bool(true)
NULL
bool(false)
RuntimeException: no arguments
array(1) {
  [0]=>
  string(5) "again"
}
bool(false)
