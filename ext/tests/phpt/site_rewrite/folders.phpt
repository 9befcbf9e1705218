--TEST--
.htaccess files are looked at once a second: new, changed and removed ones, unreadable ones, and folders without any
--FILE--
<?php
require __DIR__ . '/site.inc';
use Tern\Internal\Site\Rewrite\{Files, Folders};

$root = site(['index.html' => '', 'a/b/file.txt' => '']);
$now = 10.0;
$site = folders($root, $now, $warnings);
show($site, '/a/b/file.txt');
file_put_contents("$root/a/.htaccess", "RewriteEngine On\nRewriteRule ^b/(.*) /moved/$1 [R=301,L]\nUnheard Of\n");
show($site, '/a/b/file.txt');
$now += 0.9;
show($site, '/a/b/file.txt');
$now += 0.1;
show($site, '/a/b/file.txt');
echo implode("\n", $warnings), "\n";
file_put_contents("$root/a/.htaccess", "RewriteEngine On\nRewriteRule ^b/(.*) /elsewhere/$1 [R=301,L]\n");
show($site, '/a/b/file.txt');
$now += 1;
show($site, '/a/b/file.txt');
echo "changed in the same second, as long as before\n";
file_put_contents("$root/a/.htaccess", "RewriteEngine On\nRewriteRule ^b/(.*) /somewhere/$1 [R=301,L]\n");
$now += 1;
show($site, '/a/b/file.txt');
echo count($warnings), " warning\n";
file_put_contents("$root/a/.htaccess", "RewriteEngine On\nRewriteRule ^b/(.*) /elsewhere/$1 [R=301,L]\n");
echo "deeper ones win, what they do not say comes from above\n";
file_put_contents("$root/a/b/.htaccess", "Header set X-B 1\n");
file_put_contents("$root/.htaccess", "ErrorDocument 404 /missing.html\nDeny from all\n");
$now += 1;
show($site, '/a/b/file.txt');
file_put_contents("$root/a/b/.htaccess", "Order allow,deny\nAllow from all\n");
$now += 1;
show($site, '/a/b/file.txt');
echo get($site, '/a/b/file.txt')->errorDocument(404)->path, "\n";
echo "removed\n";
unlink("$root/a/.htaccess");
unlink("$root/a/b/.htaccess");
unlink("$root/.htaccess");
$now += 1;
show($site, '/a/b/file.txt');
var_dump(get($site, '/a/b/file.txt')->rules);
echo "too large\n";
file_put_contents("$root/a/.htaccess", str_repeat("# comment\n", 200_000));
$warnings = [];
$now += 1;
show($site, '/a/x');
show($site, '/x');
echo implode("\n", $warnings), "\n";
echo "bounded\n";
$files = new Files($root);
$folders = new Folders($files, fn() => 1.0);
for ($i = 0; $i < 3000; ++$i) {
    $folders->hasRules("/x$i/y");
}
echo count((new ReflectionProperty($folders, 'cache'))->getValue($folders)), "\n";
var_dump($folders->hasRules('/a/x'), $folders->hasRules('/'), $folders->hasRules(str_repeat('/d', 5000)));
?>
--EXPECT--
/a/b/file.txt: /a/b/file.txt
/a/b/file.txt: /a/b/file.txt
/a/b/file.txt: /a/b/file.txt
/a/b/file.txt: 301 http://site.example/moved/file.txt
a/.htaccess:3: Unheard: is unknown
/a/b/file.txt: 301 http://site.example/moved/file.txt
/a/b/file.txt: 301 http://site.example/elsewhere/file.txt
changed in the same second, as long as before
/a/b/file.txt: 301 http://site.example/somewhere/file.txt
1 warning
deeper ones win, what they do not say comes from above
/a/b/file.txt: 403
/a/b/file.txt: 301 http://site.example/elsewhere/file.txt
/missing.html
removed
/a/b/file.txt: /a/b/file.txt
NULL
too large
/a/x: 403
/x: /x
a/.htaccess:0: .htaccess: is larger than 1048576 bytes, so all requests for this folder are denied
bounded
1000
bool(true)
bool(false)
bool(false)
