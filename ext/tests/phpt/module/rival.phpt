--TEST--
Another extension of the same name, loaded before or after, is refused with what to do
--SKIPIF--
<?php
$php_config = escapeshellarg(getenv('PHP_CONFIG') ?: 'php-config');
$cc = escapeshellarg(getenv('CC') ?: 'cc');
if (!shell_exec("command -v $cc") || !shell_exec("command -v $php_config")) die('skip needs cc and php-config');
?>
--FILE--
<?php
$folder = sys_get_temp_dir() . '/tern-rival-' . getmypid();
mkdir($folder);
file_put_contents("$folder/rival.c", <<<'C'
#include <php.h>
PHP_FUNCTION(swoole_version) { ZEND_PARSE_PARAMETERS_NONE(); RETURN_STRING("rival"); }
ZEND_BEGIN_ARG_INFO_EX(no_arguments, 0, 0, 0)
ZEND_END_ARG_INFO()
static const zend_function_entry functions[] = {ZEND_FE(swoole_version, no_arguments) ZEND_FE_END};
zend_module_entry rival_module_entry = {STANDARD_MODULE_HEADER, NAME, functions, NULL, NULL, NULL, NULL, NULL, "5",
                                        STANDARD_MODULE_PROPERTIES};
ZEND_GET_MODULE(rival)
C);
$php_config = escapeshellarg(getenv('PHP_CONFIG') ?: 'php-config');
$cc = escapeshellarg(getenv('CC') ?: 'cc');
preg_match('~\S*/tern\.so~', file_get_contents('/proc/self/maps'), $found);
foreach (['swoole', 'openswoole'] as $name) {
    $rival = "$folder/$name.so";
    passthru("LD_PRELOAD= $cc -shared -fPIC -DNAME='\"$name\"' \$(LD_PRELOAD= $php_config --includes) $folder/rival.c -o $rival");
    foreach ([[$rival, $found[0]], [$found[0], $rival]] as [$first, $second]) {
        $run = escapeshellarg(PHP_BINARY) . " -n -d extension=$first -d extension=$second";
        $out = shell_exec("$run -r 'echo \"ran\";' 2>&1");
        echo preg_match("~tern provides the API of the $name extension.*remove one of the lines~", $out) ? 'refused' : $out;
        echo str_contains($out, 'ran') ? " and went on\n" : "\n";
        echo shell_exec("$run -d tern.swoole_compat=0 -r 'echo swoole_version();' 2>&1"), "\n";
    }
    unlink($rival);
}
unlink("$folder/rival.c");
rmdir($folder);
?>
--EXPECT--
refused
rival
refused
rival
refused
rival
refused
rival
