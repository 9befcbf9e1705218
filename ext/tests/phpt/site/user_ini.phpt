--TEST--
Classic sites: settings of .user.ini
--INI--
user_ini.cache_ttl=300
--FILE--
<?php
use Tern\Internal\Site\UserIni;

require __DIR__ . '/folder.inc';

$root = folder([
    '.user.ini' => "memory_limit = 64M\nhtml_errors = Off\n[section]\nupload_max_filesize=1M\ndisable_functions = exec\nunknown.name=1\nlist[]=1\nprecision=5",
    'shop/.user.ini' => "memory_limit = 128M\nauto_prepend_file = \"/srv/a b.php\"\n",
    'shop/deep/er/x.php' => '',
    'broken/.user.ini' => "a = (\n",
]);
$ini = new UserIni($root);
foreach (['', '/shop', '/shop/deep/er', '/nowhere', '/broken'] as $folder) {
    echo $folder, ' ', json_encode($ini->of($folder), JSON_UNESCAPED_SLASHES), "\n";
}
file_put_contents("$root/.user.ini", 'precision = 7');
echo json_encode($ini->of('')), ' ', json_encode((new UserIni($root, 0))->of('')), "\n";
?>
--EXPECTF--
 {"memory_limit":"64M","html_errors":"","upload_max_filesize":"1M","precision":"5"}
/shop {"memory_limit":"128M","auto_prepend_file":"/srv/a b.php","html_errors":"","upload_max_filesize":"1M","precision":"5"}
/shop/deep/er {"memory_limit":"128M","auto_prepend_file":"/srv/a b.php","html_errors":"","upload_max_filesize":"1M","precision":"5"}
/nowhere {"memory_limit":"64M","html_errors":"","upload_max_filesize":"1M","precision":"5"}
/broken 
Warning: syntax error, %s in %s/broken/.user.ini on line %d
 in tern:/library/Tern/Internal/Site/UserIni.php on line %d
{"memory_limit":"64M","html_errors":"","upload_max_filesize":"1M","precision":"5"}
{"memory_limit":"64M","html_errors":"","upload_max_filesize":"1M","precision":"5"} {"precision":"7"}
