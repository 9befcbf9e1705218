--TEST--
Module: the libraries of br and zstd are loaded by a server, before it forks, and not by other programs
--SKIPIF--
<?php
require __DIR__ . '/libraries.inc';
if (codec_libraries([]) !== []) die('skip PHP has loaded them itself');
?>
--FILE--
<?php
require __DIR__ . '/libraries.inc';

$extension = extension_options();
echo json_encode(codec_libraries($extension)), "\n";
echo json_encode(codec_libraries($extension, <<<'PHP'
$server = new Swoole\Http\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1]);
$server->on('request', fn() => null);
$server->on('start', function (Swoole\Server $server) {
    tell();
    $server->shutdown();
});
$server->start();
PHP)), "\n";
?>
--EXPECT--
[]
["libbrotlicommon","libbrotlidec","libbrotlienc","libzstd"]
