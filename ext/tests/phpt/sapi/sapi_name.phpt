--TEST--
PHP_SAPI keeps its value when opcache stores code that has it
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
tern.sapi_name=name-of-the-server
--FILE--
<?php
for ($i = 0; $i < 3; ++$i) {
    $file = __DIR__ . "/sapi_name_$i.tmp.php";
    file_put_contents($file, "<?php return [$i, PHP_SAPI, php_sapi_name()];");
    [, $constant, $function] = require $file;
    unlink($file);
    var_dump($constant === $function);
    // Blocks of the size of the constant's text, among others.
    for ($variable = 0; $variable < 100; ++$variable) {
        putenv("TERN_{$i}_{$variable}=" . str_repeat('x', $variable));
    }
    var_dump(constant('PHP_SAPI'));
}
?>
--EXPECT--
bool(true)
string(18) "name-of-the-server"
bool(true)
string(18) "name-of-the-server"
bool(true)
string(18) "name-of-the-server"
