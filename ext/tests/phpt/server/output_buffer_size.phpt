--TEST--
Server: output_buffer_size limits responses and send() of SWOOLE_PROCESS, and not those of SWOOLE_BASE
--FILE--
<?php
require __DIR__ . '/../server.inc';
foreach (['SWOOLE_BASE', 'SWOOLE_PROCESS'] as $mode) {
    $server = start_server("\$server = new Swoole\\Http\\Server('127.0.0.1', 0, $mode);" . <<<'PHP'
        $server->set(['worker_num' => 1, 'log_level' => 5, 'output_buffer_size' => 1024, 'http_compression' => false]);
        $server->on('start', 'report_port');
        $port = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);
        $port->set(['open_http_protocol' => false]);
        $port->on('receive', fn($server, $fd, $reactor, $data) => $server->send($fd, json_encode($server->send($fd, str_repeat('x', 2000)))));
        $server->on('request', function ($request, $response) use ($port) {
            if ($request->server['request_uri'] === '/port') return $response->end((string) $port->port);
            $response->end(str_repeat('x', 2000)) || $response->end('refused');
        });
        PHP);
    $connection = stream_socket_client('tcp://127.0.0.1:' . $server->get('/port'));
    fwrite($connection, 'x');
    stream_set_timeout($connection, 30);
    for ($text = ''; preg_match('/(true|false)$/', $text) === 0; $text .= fread($connection, 8192)) {}
    echo "$mode ", strlen($server->get('/')), ' ', strlen($text), "\n";
    fclose($connection);
    echo $server->stop();
}
?>
--EXPECT--
SWOOLE_BASE 2000 2004
SWOOLE_PROCESS 7 5
