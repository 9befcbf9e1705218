<?php
// A script that makes its own server: given `index`, an application, and `options`.
require dirname(__DIR__, 2) . '/support/server.php';

$application = new Tern\Application(given('index'), concurrency: 4);
$server = http_server();
$application->bootOnce($server);
$server->on('workerStart', $application->load(...));
$server->on('request', $application->handle(...));
run();
