--TEST--
Coroutine\Http\Server: exceptions and exit() end their request alone
--FILE--
<?php
use Swoole\Coroutine\Http\Server;

require __DIR__ . '/client.inc';
ini_set('display_errors', 'stderr');

Co\run(function () {
    $server = new Server('127.0.0.1');
    $server->set(['max_request_execution_time' => 0.01]);
    $server->handle('/throw', fn() => throw new DomainException('not today'));
    $server->handle('/exit', fn() => exit('that is all'));
    $server->handle('/silent', fn() => null);
    $server->handle('/slow', function () {
        try {
            Co::sleep(100);
        } finally {
            echo "woken\n";
        }
    });
    $ended = start($server);
    foreach (['/throw', '/exit', '/silent', '/slow'] as $path) {
        $client = new Client($server);
        echo $client->get($path), "\n";
    }
    $server->shutdown();
    var_dump($ended->pop()[0]);
});
?>
--EXPECTF--
%AUncaught DomainException: not today%A
%A500 Internal Server Error
200 that is all
500 
%Awoken
504 Gateway Timeout
bool(true)
