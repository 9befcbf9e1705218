--TEST--
Settings of PHP, types, handlers: whether a script may run
--FILE--
<?php
require __DIR__ . '/site.inc';
function scripts(string $rules, string $file): void
{
    $decision = get(folders(site(['.htaccess' => $rules, $file => ''])), "/$file");
    printf("%-40s %s %s\n", strtok($rules, "\n"), $decision->mayRunScripts() ? 'runs' : 'does not run', $decision->contentType());
}
$decision = get(folders(site(['.htaccess' => "php_value memory_limit 64M\nphp_flag display_errors on\nphp_flag log_errors Off\nphp_value auto_prepend_file none\nAddDefaultCharset utf-8\nAddEncoding gzip .gz\n",
    'a/.htaccess' => 'php_value memory_limit 96M', 'a/x.gz' => ''])), '/a/x.gz');
var_dump($decision->ini(), $decision->charset(), $decision->contentEncoding());
scripts('', 'a.php');
scripts('php_flag engine off', 'a.php');
scripts('SetHandler none', 'a.php');
scripts('SetHandler default-handler', 'a.php');
scripts('SetHandler application/x-httpd-php', 'a.php');
scripts('SetHandler "proxy:unix:/run/php.sock|fcgi://localhost"', 'a.php');
scripts('RemoveHandler .php .phtml', 'a.php');
scripts('RemoveType php', 'a.php');
scripts('AddType text/plain .php', 'a.php');
scripts('AddType application/x-httpd-php .php', 'a.php');
scripts("<Files a.php>\nSetHandler text\n</Files>", 'a.php');
scripts('ForceType image/png', 'a');
scripts('AddType font/woff2 woff2', 'a.woff2');
scripts("RewriteEngine On\nRewriteRule \\.php$ - [H=default-handler]", 'a.php');
?>
--EXPECT--
array(4) {
  ["memory_limit"]=>
  string(3) "96M"
  ["display_errors"]=>
  string(1) "1"
  ["log_errors"]=>
  string(1) "0"
  ["auto_prepend_file"]=>
  string(0) ""
}
string(5) "utf-8"
string(4) "gzip"
                                         runs 
php_flag engine off                      does not run 
SetHandler none                          runs 
SetHandler default-handler               does not run 
SetHandler application/x-httpd-php       runs 
SetHandler "proxy:unix:/run/php.sock|fcgi://localhost" runs 
RemoveHandler .php .phtml                does not run 
RemoveType php                           does not run 
AddType text/plain .php                  does not run text/plain
AddType application/x-httpd-php .php     runs application/x-httpd-php
<Files a.php>                            does not run 
ForceType image/png                      runs image/png
AddType font/woff2 woff2                 does not run font/woff2
RewriteEngine On                         does not run 
