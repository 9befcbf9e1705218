<?php
// A classic site in a server with options of its own.
require __DIR__ . '/../../support/server.php';

use Tern\Internal\Site\Options;
use Tern\Internal\Site\Site;

$server = http_server();
$server->on('request', (new Site(new Options(given('root')), given('address')))->respond(...));
run();
