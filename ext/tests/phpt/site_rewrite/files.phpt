--TEST--
Tests of files see nothing outside of the document root
--FILE--
<?php
require __DIR__ . '/site.inc';
$root = site(['public/.htaccess' => '', 'public/in.txt' => 'x', 'secret.txt' => 'x', 'public/sub/x' => '']);
$rules = "RewriteEngine On\n";
foreach (['%{DOCUMENT_ROOT}/in.txt', '%{DOCUMENT_ROOT}/../secret.txt', '%{DOCUMENT_ROOT}/sub/../in.txt', '/etc/passwd', "$root/secret.txt", '%{DOCUMENT_ROOT}x', "%{DOCUMENT_ROOT}/sub/../../secret.txt"] as $i => $test) {
    $rules .= "RewriteCond $test -f\nRewriteRule ^$i\$ /found [L]\n";
}
file_put_contents("$root/public/.htaccess", $rules);
$site = folders("$root/public");
for ($i = 0; $i < 7; ++$i) {
    show($site, "/$i");
}
show($site, '/%2e%2e/secret.txt');
show($site, '/sub/../../secret.txt');
show($site, "/in.txt%00");
show($site, 'http://other.example/in.txt?x');
show($site, '*');
?>
--EXPECT--
/0: /found
/1: /1
/2: /found
/3: /3
/4: /4
/5: /5
/6: /6
/%2e%2e/secret.txt: 400
/sub/../../secret.txt: 400
/in.txt%00: 404
http://other.example/in.txt?x: /in.txt?x
*: 400
