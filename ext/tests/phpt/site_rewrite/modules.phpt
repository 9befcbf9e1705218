--TEST--
IfModule, IfVersion, IfDefine: what is read and what is left out
--FILE--
<?php
require __DIR__ . '/site.inc';
foreach (['<IfModule mod_rewrite.c>', '<IfModule rewrite_module>', '<IfModule !mod_rewrite.c>', '<IfModule mod_php.c>', '<IfModule mod_php8.c>', '<IfModule php_module>',
    '<IfModule mod_php5.c>', '<IfModule mod_php7.c>', '<IfModule mod_deflate.c>', '<IfModule !mod_deflate.c>', '<ifmodule mod_authz_core.c>', '<IfVersion >= 2.4>',
    '<IfVersion < 2.4>', '<IfVersion > 2.4>', '<IfVersion 2.4.62>', '<IfVersion !< 2.4.10>', '<IfDefine X>', '<IfDefine !X>'] as $section) {
    $name = substr(strtok($section, ' '), 1);
    $rules = Tern\Internal\Site\Rewrite\Htaccess::parse("$section\nRedirect /a /b\n</$name>\nRedirect /c /d\n", '/.htaccess');
    echo $section, ' ', count($rules->redirects) === 2 ? 'read' : 'left out', $rules->warnings === [] ? '' : ", $rules->warnings[0]", "\n";
}
?>
--EXPECT--
<IfModule mod_rewrite.c> read
<IfModule rewrite_module> read
<IfModule !mod_rewrite.c> left out
<IfModule mod_php.c> read
<IfModule mod_php8.c> read
<IfModule php_module> read
<IfModule mod_php5.c> left out
<IfModule mod_php7.c> left out
<IfModule mod_deflate.c> left out
<IfModule !mod_deflate.c> read
<ifmodule mod_authz_core.c> read
<IfVersion >= 2.4> read
<IfVersion < 2.4> left out
<IfVersion > 2.4> read
<IfVersion 2.4.62> read
<IfVersion !< 2.4.10> read
<IfDefine X> left out
<IfDefine !X> read
