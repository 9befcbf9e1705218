--TEST--
Library: with opcache, in files that it has cached
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
opcache.jit=disable
--FILE--
<?php
$file = __DIR__ . '/opcache.tmp.inc';
file_put_contents($file, '<?php class Group extends Co\WaitGroup { function __construct() { parent::__construct(2); } } return new Group;');
var_dump(opcache_compile_file($file), opcache_is_script_cached($file));
var_dump((require $file)->count());
var_dump((new Swoole\Coroutine\WaitGroup(3))->count());
echo implode(' ', preg_grep('/^tern:/', array_keys(opcache_get_status()['scripts']))), "done\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/opcache.tmp.inc'); ?>
--EXPECT--
bool(true)
bool(true)
int(2)
int(3)
done
