--TEST--
A malformed request is answered 400; the log has it only at level debug
--FILE--
<?php
Co\run(function () {
    $server = new Swoole\Coroutine\Http\Server('127.0.0.1', 0);
    go(fn () => $server->start());
    foreach ([SWOOLE_LOG_INFO, SWOOLE_LOG_DEBUG] as $level) {
        Co::set(['log_level' => $level]);
        $client = new Swoole\Coroutine\Client(SWOOLE_SOCK_TCP);
        $client->connect('127.0.0.1', $server->port);
        $client->send("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n");
        echo strtok($client->recv(), "\r"), "\n";
    }
    Co::set(['log_level' => SWOOLE_LOG_INFO]);
    $server->shutdown();
});
?>
--EXPECTF--
HTTP/1.1 400 Bad Request
[%s]	DEBUG	400 to 127.0.0.1:%d (connection %d): invalid Content-Length
HTTP/1.1 400 Bad Request
