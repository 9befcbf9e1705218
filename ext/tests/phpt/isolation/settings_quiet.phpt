--TEST--
Settings of a request that are exchanged at a switch leave no error behind, also when PHP has deprecated their functions
--EXTENSIONS--
mbstring
--SKIPIF--
<?php if (!file_exists(ini_get('extension_dir') . '/mbstring.so')) die('skip mbstring is a part of this PHP'); ?>
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
$server->on('request', function ($request, $response) {
    @mb_regex_encoding('SJIS');
    @mb_regex_set_options('i');
    mb_internal_encoding('SJIS');
    error_clear_last();
    go(function () { Co::sleep(0.001); });
    Co::sleep(0.002);
    $response->end(json_encode([error_get_last(), @mb_regex_encoding()]));
});
PHP, [], ['extension' => ini_get('extension_dir') . '/mbstring.so']);
echo $server->get('/'), "\n", $server->stop();
?>
--EXPECT--
[null,"SJIS"]
