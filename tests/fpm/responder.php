<?php
// A pool without a manager: each request is answered as php-fpm does.

use Tern\Internal\Fpm\Responder;
use Tern\Internal\Fpm\ResponderOptions;

require __DIR__ . '/../support/server.php';

$server = http_server();
$server->set(given('options', []) + [
    'open_fastcgi_protocol' => true,
    'http_parse_post' => false,
    'http_parse_files' => false,
    'hook_flags' => SWOOLE_HOOK_ALL,
    'package_max_length' => 64 << 20,
    'max_wait_time' => 10,
]);
$responder = new Responder();
$server->on('workerStart', function () use ($responder) {
    $options = ResponderOptions::ofPhpIni(given('extensions', ResponderOptions::EXTENSIONS), given('settings', []), given('admin_settings', []));
    $options->begin($responder);
});
$server->on('request', $responder->respond(...));
run();
