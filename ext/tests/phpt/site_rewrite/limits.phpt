--TEST--
Rules that never end, or need too much, are answered with 500 and say why
--INI--
pcre.jit=0
pcre.backtrack_limit=10000
--FILE--
<?php
require __DIR__ . '/site.inc';
$site = folders(site(['.htaccess' => <<<'HTACCESS'
RewriteEngine On
RewriteRule ^loop/(.*)$ /loop/x$1
RewriteRule ^rounds$ rounds [N=7]
RewriteRule ^forever/(.*)$ forever/$1 [N]
RewriteRule ^longer$ - [E=X:1]
RewriteRule ^(grow-.*)$ $1$1$1$1$1$1$1$1 [N]
RewriteRule ^(a+)+$ /never
RewriteCond %{QUERY_STRING} ^(\w+\s?)*$
RewriteRule ^condition$ /never
RewriteRule ^up$ /../x
RewriteRule ^malformed$ /100\%
RewriteRule ^slash$ /a\%2Fb
ErrorDocument 500 /broken.html
HTACCESS]));
foreach (['/loop/1', '/rounds', '/forever/1', '/grow-1', '/' . str_repeat('a', 40) . '!', '/condition?' . str_repeat('a', 40) . '!', '/up', '/malformed', '/slash'] as $target) {
    $decision = get($site, $target);
    echo substr($target, 0, 20), ': ', $decision->status, ' ', $decision->reason, "\n";
}
echo get($site, '/loop/1')->errorDocument(500)->path, "\n";
$site = folders(site(['.htaccess' => "RewriteEngine On\nRewriteRule ^ /index.php [L]\nSetEnvIf Request_URI ^/(a+)+$ X\n<FilesMatch ^(b+)+$>\nDeny from all\n</FilesMatch>"]));
foreach (['/' . str_repeat('a', 40) . '!', '/' . str_repeat('b', 40) . '!'] as $target) {
    $decision = get($site, $target);
    echo $decision->status, ' ', $decision->reason, "\n";
}
$jit = ini_set('pcre.jit', '1');
$decision = get($site, '/' . str_repeat('a', 60) . '!');
echo $decision->status, "\n";
?>
--EXPECT--
/loop/1: 500 the rules made a new URL of the last one more than 10 times, at last /loop/xxxxxxxxxxx1
/rounds: 500 flag N of the rule ^rounds$ started the rules again 7 times
/forever/1: 500 the rules made a URL of more than 16380 bytes
/grow-1: 500 the rules made a URL of more than 16380 bytes
/aaaaaaaaaaaaaaaaaaa: 500 the regular expression ^(a+)+$ failed: Backtrack limit exhausted
/condition?aaaaaaaaa: 500 the regular expression ^(\w+\s?)*$ failed: Backtrack limit exhausted
/up: 400 the rules made the path /../x, which cannot be
/malformed: 400 the rules made the path /100%, which cannot be
/slash: 404 the rules made the path /a%2Fb, which cannot be
/broken.html
500 the regular expression ^/(a+)+$ failed: Backtrack limit exhausted
500 the regular expression ^(b+)+$ failed: Backtrack limit exhausted
500
