--TEST--
The manual's options of HTTP/2, with the numbers that it shows
--FILE--
<?php
error_reporting(E_ALL);
$server = new Swoole\Http\Server('127.0.0.1', 0);
var_dump($server->set([
    'open_http2_protocol' => true,
    'http2_header_table_size' => 0x1,
    'http2_enable_push' => 0x2,
    'http2_max_concurrent_streams' => 128,
    'http2_init_window_size' => 0x4,
    'http2_max_frame_size' => 0x5,
    'http2_max_header_list_size' => 0x6,
    'http2_max_headers' => 1000,
]));
$server->set(['worker_num' => 1]);
$server->on('request', fn () => 0);
$server->on('start', fn ($server) => $server->shutdown());
var_dump($server->start());
?>
--EXPECT--
bool(true)
bool(true)
