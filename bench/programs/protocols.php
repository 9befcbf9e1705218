<?php
// protocols.php PORT FOLDER TLS HTTP2: answers `ok`, over TLS with the certificate of the folder, over HTTP/2.
[, $port, $folder, $tls, $http2] = $argv;

$server = new Swoole\Http\Server('127.0.0.1', (int) $port, SWOOLE_BASE, SWOOLE_SOCK_TCP | ($tls ? SWOOLE_SSL : 0));
$options = ['worker_num' => 1, 'backlog' => 4096, 'log_level' => SWOOLE_LOG_ERROR];
if ($tls) {
    $options += ['ssl_cert_file' => "$folder/cert.pem", 'ssl_key_file' => "$folder/key.pem"];
}
if ($http2) {
    $options += ['open_http2_protocol' => true];
}
$server->set($options);
$server->on('request', fn($request, $response) => $response->end('ok'));
$server->start();
