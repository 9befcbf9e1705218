--TEST--
Require ip, Allow and Deny: addresses
--FILE--
<?php
require __DIR__ . '/site.inc';
function allowed(string $rules, string ...$clients): void
{
    $site = folders(site(['.htaccess' => $rules, 'a' => '']));
    echo str_replace("\n", ' | ', $rules), ': ';
    foreach ($clients as $client) {
        echo $client, get($site, '/a', client: $client)->goesOn() ? ' + ' : ' - ';
    }
    echo "\n";
}
allowed('Require ip 192.0.2.1', '192.0.2.1', '192.0.2.2', '::ffff:192.0.2.1', 'nonsense');
allowed('Require ip 10.1', '10.1.2.3', '10.2.2.3');
allowed('Require ip 10.0.0.0/9', '10.127.0.1', '10.128.0.1');
allowed('Require ip 10.0.0.0/255.128.0.0', '10.127.0.1', '10.128.0.1');
allowed('Require ip 2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1', '10.0.0.1');
allowed('Require local', '127.0.0.1', '127.1.2.3', '::1', '192.0.2.1', '192.0.2.2');
allowed("Require ip 10\nRequire ip 192.0.2.1", '10.0.0.1', '192.0.2.1', '1.1.1.1');
allowed("<RequireAll>\nRequire ip 10\nRequire not ip 10.1\n</RequireAll>", '10.0.0.1', '10.1.0.1', '1.1.1.1');
allowed("Require ip 10\nRequire valid-user", '10.0.0.1', '1.1.1.1');
allowed("Require valid-user", '10.0.0.1');
allowed("Require ip somewhere", '10.0.0.1');
allowed("Order Deny,Allow\nDeny from all\nAllow from 10 127.0.0.1", '10.0.0.1', '127.0.0.1', '1.1.1.1');
allowed("Order Allow,Deny\nAllow from all\nDeny from 10.0.0.0/8", '10.0.0.1', '1.1.1.1');
allowed("Order Allow,Deny\nAllow from all\nDeny from evil.example", '1.1.1.1');
allowed("Order Deny,Allow\nDeny from all\nAllow from good.example", '1.1.1.1');
allowed("Deny from env=BAD\nSetEnvIf Remote_Addr ^10\\. BAD", '10.0.0.1', '1.1.1.1');
allowed("Satisfy Any\nDeny from all\nRequire ip 10", '10.0.0.1', '1.1.1.1');
echo "expressions\n";
allowed("Require expr %{REMOTE_ADDR} == '10.0.0.1'", '10.0.0.1', '1.1.1.1');
allowed("Require not expr true\nRequire all granted", '1.1.1.1');
allowed("<If \"-R '10.0.0.0/8'\">\nRequire all denied\n</If>", '10.0.0.1', '1.1.1.1');
allowed("<If \"-R '10.0.0.0/8'\">\n<Files a>\nDeny from all\n</Files>\n</If>", '10.0.0.1', '1.1.1.1');
echo "not understood: denied\n";
allowed("<If nonsense>\nRequire ip 10\n</If>", '1.1.1.1');
allowed("<If nonsense>\n<Files b>\nDeny from all\n</Files>\n</If>", '1.1.1.1');
allowed("<If nonsense>\nHeader set A b\n</If>", '1.1.1.1');
allowed("<IfModule mod_none.c>\nDeny from all\n</IfModule>", '1.1.1.1');
allowed("<FilesMatch (>\nDeny from all\n</FilesMatch>", '1.1.1.1');
allowed("<FilesMatch (>\nHeader set A b\n</FilesMatch>", '1.1.1.1');
allowed("<RequireAll>\nRequire all granted\n<RequireNone>\nRequire host evil.example\n</RequireNone>\n</RequireAll>", '1.1.1.1');
allowed("<RequireAll>\nRequire all granted\nRequire not host evil.example\n</RequireAll>", '1.1.1.1');
allowed("<Files a>\nHeader set A b\nDeny from 10", '1.1.1.1');
allowed("<Files b>\n<IfModule mod_none.c>\n</Files>\nDeny from all\n</IfModule>", '1.1.1.1');
allowed("Header set A b\n</Files>", '1.1.1.1');
allowed("<RequireAny>\n</RequireAny>", '1.1.1.1');
?>
--EXPECT--
Require ip 192.0.2.1: 192.0.2.1 + 192.0.2.2 - ::ffff:192.0.2.1 + nonsense - 
Require ip 10.1: 10.1.2.3 + 10.2.2.3 - 
Require ip 10.0.0.0/9: 10.127.0.1 + 10.128.0.1 - 
Require ip 10.0.0.0/255.128.0.0: 10.127.0.1 + 10.128.0.1 - 
Require ip 2001:db8::/33: 2001:db8:7fff::1 + 2001:db8:8000::1 - 10.0.0.1 - 
Require local: 127.0.0.1 + 127.1.2.3 + ::1 + 192.0.2.1 + 192.0.2.2 - 
Require ip 10 | Require ip 192.0.2.1: 10.0.0.1 + 192.0.2.1 + 1.1.1.1 - 
<RequireAll> | Require ip 10 | Require not ip 10.1 | </RequireAll>: 10.0.0.1 + 10.1.0.1 - 1.1.1.1 - 
Require ip 10 | Require valid-user: 10.0.0.1 + 1.1.1.1 - 
Require valid-user: 10.0.0.1 - 
Require ip somewhere: 10.0.0.1 - 
Order Deny,Allow | Deny from all | Allow from 10 127.0.0.1: 10.0.0.1 + 127.0.0.1 + 1.1.1.1 - 
Order Allow,Deny | Allow from all | Deny from 10.0.0.0/8: 10.0.0.1 - 1.1.1.1 + 
Order Allow,Deny | Allow from all | Deny from evil.example: 1.1.1.1 - 
Order Deny,Allow | Deny from all | Allow from good.example: 1.1.1.1 - 
Deny from env=BAD | SetEnvIf Remote_Addr ^10\. BAD: 10.0.0.1 - 1.1.1.1 + 
Satisfy Any | Deny from all | Require ip 10: 10.0.0.1 + 1.1.1.1 - 
expressions
Require expr %{REMOTE_ADDR} == '10.0.0.1': 10.0.0.1 + 1.1.1.1 - 
Require not expr true | Require all granted: 1.1.1.1 + 
<If "-R '10.0.0.0/8'"> | Require all denied | </If>: 10.0.0.1 - 1.1.1.1 + 
<If "-R '10.0.0.0/8'"> | <Files a> | Deny from all | </Files> | </If>: 10.0.0.1 - 1.1.1.1 + 
not understood: denied
<If nonsense> | Require ip 10 | </If>: 1.1.1.1 - 
<If nonsense> | <Files b> | Deny from all | </Files> | </If>: 1.1.1.1 - 
<If nonsense> | Header set A b | </If>: 1.1.1.1 + 
<IfModule mod_none.c> | Deny from all | </IfModule>: 1.1.1.1 + 
<FilesMatch (> | Deny from all | </FilesMatch>: 1.1.1.1 - 
<FilesMatch (> | Header set A b | </FilesMatch>: 1.1.1.1 + 
<RequireAll> | Require all granted | <RequireNone> | Require host evil.example | </RequireNone> | </RequireAll>: 1.1.1.1 - 
<RequireAll> | Require all granted | Require not host evil.example | </RequireAll>: 1.1.1.1 - 
<Files a> | Header set A b | Deny from 10: 1.1.1.1 - 
<Files b> | <IfModule mod_none.c> | </Files> | Deny from all | </IfModule>: 1.1.1.1 - 
Header set A b | </Files>: 1.1.1.1 - 
<RequireAny> | </RequireAny>: 1.1.1.1 - 
