<?php
// HttpArena's endpoints. The runner mounts /data and /certs and wants these ports; for tests all of them can be elsewhere.
require __DIR__ . '/Database.php';
require __DIR__ . '/Endpoints.php';

$ports = array_map(intval(...), explode(',', getenv('ARENA_PORTS') ?: '8080,8081,8082,8443'));
$data = getenv('ARENA_DATA') ?: '/data';
$certificates = getenv('ARENA_CERTS') ?: '/certs';

$cache = new Tern\Cache(64 << 20);
$server = new Swoole\WebSocket\Server('0.0.0.0', $ports[0]);
$database = Database::of_environment(swoole_cpu_num());
$handle = new Endpoints(Endpoints::dataset("$data/dataset.json"), $database, $cache);

$server->set([
    'worker_num' => swoole_cpu_num(),
    'package_max_length' => 32 << 20,
    'enable_static_handler' => is_dir($data),  // it is mounted for the profiles that need it
    'document_root' => $data,
    'static_handler_locations' => ['/static'],
    'static_precompressed' => true,
    'static_cache_size' => 0,  // files are read for each request, as the rules have it
    'hook_flags' => SWOOLE_HOOK_ALL,
]);
$server->on('request', $handle);
$server->on('message', function ($server, $frame) {
    $server->push($frame->fd, $frame->data, $frame->opcode);
});

$tls = ['ssl_cert_file' => "$certificates/server.crt", 'ssl_key_file' => "$certificates/server.key"];
$listeners = [
    1 => [SWOOLE_SOCK_TCP | SWOOLE_SSL, $tls],
    2 => [SWOOLE_SOCK_TCP, ['open_http2_protocol' => true]],
    3 => [SWOOLE_SOCK_TCP | SWOOLE_SSL, $tls + ['open_http2_protocol' => true]],
];
foreach ($listeners as $place => [$kind, $settings]) {
    if (($kind & SWOOLE_SSL) !== 0 && !is_readable($tls['ssl_cert_file'])) {
        continue;
    }
    $port = $server->listen('0.0.0.0', $ports[$place], $kind) ?: exit(1);
    $port->set($settings + ['open_http_protocol' => true, 'open_websocket_protocol' => false]);
    // A client of HTTP/1.1 must not be served where HTTP/2 is measured.
    $port->on('request', $place === 2 ? Endpoints::only_http2($handle) : $handle);
}
$server->start();
