<?php
// A script that sets options with and without an effect. An argument is one of them.
Co::set(['iouring_entries' => 4, 'socket_timeout' => 5, 'hook_flag' => 1]);
(new Swoole\Client(SWOOLE_TCP))->set(['of_the_program' => 1]);
$server = new Swoole\Http\Server('127.0.0.1', 1);
$server->set(['worker_num' => 2, 'reactor_num' => 4, 'dispatch_mode' => 3, 'socket_timeout' => 5,
    'aio_max_wait_time' => 1, $argv[1] => 'x']);
$server->listen('127.0.0.1', 2, SWOOLE_SOCK_TCP)->set(['open_http_protocol' => true, 'max_request' => 1]);
$server->on('request', fn() => null);
echo 'not shown';
$server->start();
echo 'not reached';
