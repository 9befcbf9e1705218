--TEST--
Server: what the script had in an output buffer before start() is printed once, by the master
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
ob_start(fn ($text) => "[$text]");
echo "before start\n";
$server->on('workerStart', function () { echo "from the worker\n"; });
$server->on('request', function ($request, $response) { ob_start(); echo 'body'; $response->end(ob_get_clean() . ob_get_level()); });
PHP);
echo $server->get('/'), "\n";
echo $server->stop();
?>
--EXPECT--
body0
from the worker
[before start
]
