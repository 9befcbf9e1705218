<?php
// A server of a script around an application.
require __DIR__ . '/../support/server.php';

use Tern\Application;

$application = new Application(__DIR__ . '/' . given('index', 'users.php'), ...given('arguments'));
$server = http_server();
if (given('loads', false)) {
    $server->on('workerStart', fn() => note($application->describe()));
}
$server->on('request', $application->handle(...));
run();
