--TEST--
Coroutine\MySQL: without mysqli, connect() says what is missing
--SKIPIF--
<?php if (extension_loaded('mysqli')) die('skip mysqli is loaded'); ?>
--FILE--
<?php
Co\run(function () {
    $client = new Co\MySQL;
    try {
        $client->connect(['host' => '127.0.0.1', 'user' => 'root', 'password' => '', 'database' => 'test']);
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
});
?>
--EXPECT--
Swoole\Coroutine\MySQL needs the extension mysqli, which is in the package php-mysql of Debian
