--TEST--
Coroutine\Http2\Client: settings and stats()
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Http2\Client;

Co\run(function () {
    $client = new Client('localhost', 8080);
    var_dump($client->setting, $client->host, $client->port, $client->ssl, $client->sock, $client->type);
    echo json_encode($client->stats()), "\n";
    var_dump($client->set(['header_table_size' => 100, 'http2_max_frame_size' => '20000', 'timeout' => 1, 'ssl_host_name' => 'x',
        'package_max_length' => null, 'body_decompression' => 1]));
    $client->set(['timeout' => 2.5]);
    echo json_encode($client->setting), "\n";
    echo json_encode($client->stats('local_settings')), "\n";

    echo "-- wrong ones\n";
    foreach (['init_window_size' => 0, 'http2_max_frame_size' => 5, 'max_frame_size' => 1 << 24, 'max_header_list_size' => -1,
        'header_table_size' => 'x', 'max_concurrent_streams' => [], 'timeout' => 'soon', 'socks5_port' => 0] as $name => $value) {
        report(fn() => $client->set([$name => $value]));
    }
    report(fn() => $client->stats('streams'));
    report(fn() => new Client('', 80));
    report(fn() => new Client('localhost', 0));
    report(fn() => clone $client);
    report(fn() => $client->goaway(-1));
    report(fn() => $client->goaway(0, str_repeat('x', 8193)));

    echo "-- what others pass on\n";
    var_dump($client->set(['credentials' => null, 'send_yield' => false, 'ssl' => true]), count($client->setting));

    echo "-- what the server is told\n";
    $server = serve_frames(function (Frames $frames) {
        echo json_encode($frames->settings), "\n";
        $frames->send(frame(SETTINGS, 0, 0, pack('nNnN', 3, 7, 6, 1234)));
        $frames->next(HEADERS);
        // The server's encoder obeys: its table has 0 bytes (RFC 7541 6.3).
        $frames->send(frame(HEADERS, END_HEADERS | END_STREAM, 1, "\x20" . fields([':status' => 200])));
        [, , $payload] = $frames->next(PING);
        var_dump(strlen($payload));
        [, , $payload] = $frames->next(GOAWAY);
        echo json_encode([...unpack('Nlast/Ncode', $payload), 'data' => substr($payload, 8)]), "\n";
        $frames->next(GOAWAY);
    });
    $client = connect($server->port, ['header_table_size' => 4095, 'init_window_size' => 65536, 'max_header_list_size' => 9999,
        'max_concurrent_streams' => 5]);
    $client->send(request());
    show($client->recv(), $client);
    echo json_encode($client->stats()), "\n";
    var_dump($client->ping(), $client->goaway(SWOOLE_HTTP2_ERROR_ENHANCE_YOUR_CALM, 'enough'));
    $client->close();
    $server->shutdown();
});
?>
--EXPECTF--
NULL
string(9) "localhost"
int(8080)
bool(false)
int(-1)
int(0)
{"current_stream_id":0,"last_stream_id":0,"local_settings":{"header_table_size":4096,"max_concurrent_streams":128,"init_window_size":1048576,"max_frame_size":16384,"max_header_list_size":65536,"window_size":1048576},"remote_settings":{"header_table_size":0,"init_window_size":0,"max_concurrent_streams":0,"max_frame_size":0,"max_header_list_size":0,"window_size":0},"active_stream_num":0}
bool(true)
{"timeout":2.5,"ssl_host_name":"x","header_table_size":100,"http2_max_frame_size":20000,"body_decompression":true}
{"header_table_size":100,"max_concurrent_streams":128,"init_window_size":1048576,"max_frame_size":20000,"max_header_list_size":65536,"window_size":1048576}
-- wrong ones
nothing thrown
nothing thrown
nothing thrown
nothing thrown
TypeError: Swoole\Coroutine\Http2\Client::set(): Argument #1 ($settings) option "header_table_size" must be of type int, string given
TypeError: Swoole\Coroutine\Http2\Client::set(): Argument #1 ($settings) option "max_concurrent_streams" must be of type int, array given
TypeError: Swoole\Coroutine\Http2\Client::set(): Argument #1 ($settings) option "timeout" must be of type int|float, string given
ValueError: Swoole\Coroutine\Http2\Client::set(): Argument #1 ($settings) option "socks5_port" must be between 1 and 65535, 0 given
ValueError: Swoole\Coroutine\Http2\Client::stats(): Argument #1 ($key) must be one of current_stream_id, last_stream_id, local_settings, remote_settings, active_stream_num, "streams" given
Swoole\Coroutine\Http2\Client\Exception: host is empty
ValueError: Swoole\Coroutine\Http2\Client::__construct(): Argument #2 ($port) must be between 1 and 65535, 0 given
Error: Call to private %SSwoole\Coroutine\Http2\Client::__clone() from global scope
ValueError: Swoole\Coroutine\Http2\Client::goaway(): Argument #1 ($error_code) must be between 0 and 4294967295, -1 given
ValueError: Swoole\Coroutine\Http2\Client::goaway(): Argument #2 ($debug_data) must have at most 8192 bytes, 8193 given
-- what others pass on
bool(true)
int(8)
-- what the server is told
["1=4095","2=0","3=5","4=65536","5=16384","6=9999"]
1: 200 null
{"current_stream_id":3,"last_stream_id":1,"local_settings":{"header_table_size":4095,"init_window_size":65536,"max_concurrent_streams":5,"max_frame_size":16384,"max_header_list_size":9999,"window_size":65536},"remote_settings":{"header_table_size":4096,"init_window_size":65535,"max_concurrent_streams":7,"max_frame_size":16384,"max_header_list_size":1234,"window_size":65535},"active_stream_num":0}
bool(true)
bool(true)
int(8)
{"last":0,"code":11,"data":"enough"}
