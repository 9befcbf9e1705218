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
$server->on('workerStart', function () {
    $options = ResponderOptions::ofPhpIni(given('extensions', ResponderOptions::EXTENSIONS), given('settings', []), given('admin_settings', []));
    $GLOBALS['responder'] = new Responder($options);
});
$server->on('request', fn($request, $response) => $GLOBALS['responder']->respond($request, $response));
run();
