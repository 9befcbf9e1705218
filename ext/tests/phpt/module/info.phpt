--TEST--
phpinfo() shows the version and the level of the API
--FILE--
<?php
ob_start();
phpinfo(INFO_MODULES);
$text = ob_get_clean();
foreach (['Tern => enabled', 'Version => ' . TERN_VERSION, 'API level => 6.2.2', 'Swoole => enabled', 'Provided by => tern', 'openssl => OpenSSL ', 'http2 => enabled', 'coroutine => enabled'] as $line) {
    if (!str_contains($text, $line)) echo "missing: $line\n";
}
echo "done\n";
?>
--EXPECT--
done
