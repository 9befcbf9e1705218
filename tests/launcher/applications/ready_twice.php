<?php
// A part of a server that changes its folder while it starts, and says that it is ready when it has been told to end.
$ready = stream_socket_client('udg://' . getenv('NOTIFY_SOCKET'));
$server->set(['enable_coroutine' => false, 'log_level' => SWOOLE_LOG_TRACE]);
$server->on('start', fn() => file_exists('told') || file_put_contents('changed.php', '<?php'));
$server->on('beforeShutdown', function () use ($ready) {
    touch('told') && fwrite($ready, 'READY=1');
});
$server->on('workerStart', function () {
    while (!file_exists('told')) {
        usleep(1000);
        clearstatcache();
    }
});
