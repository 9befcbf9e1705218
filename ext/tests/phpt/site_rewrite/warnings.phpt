--TEST--
An .htaccess: what has no effect is named with file, line and reason
--FILE--
<?php
require __DIR__ . '/site.inc';
warnings(<<<'HTACCESS'
# a comment
RewriteEngine Perhaps
RewriteRule (unclosed /x
RewriteRule ^a \
    /b [L,Unheard]
RewriteRule ^a http://127.0.0.1:8080/$1 [P]
RewriteRule ^a ${map:$1}
RewriteRule ^a %{NO_SUCH_VARIABLE}
RewriteRule ^a /b [R=999]
RewriteRule only
RewriteBase blog/
RewriteOptions MaxRedirects=10 Inherit
RewriteMap map txt:/map
RewriteCond expr "%{NO_SUCH_VARIABLE} == ''"
RewriteRule ^a /b
RewriteCond %{HTTP_HOST} ^x$ [XX]
RewriteRule ^a /b
Redirect 301 old /new
Redirect 301 /old
Redirect 410 /old /new
RedirectMatch 301 ( /new
Header note X y
Header set X
Header set X "%{SSL_CIPHER}s"
Header set X y expr=nonsense
Header set X y early
ExpiresDefault "soon"
ExpiresByType text/css "access plus many days"
Order sometimes
Deny from example.org
Allow from example.org
Require valid-user
Require all perhaps
Require expr nonsense
ErrorDocument 200 /x
Options +Indexes -ExecCGI FollowSymLinks
FallbackResource front.php
php_admin_value open_basedir /
SetEnvIf Host
AuthType Basic
FileETag None
Unheard Of
<If "md5('x') == 'y'">
    Unheard Of As Well
</If>
<Else>
    Unheard Of As Well
</Else>
<Else>
</Else>
<Location /a>
    Require all denied
</Location>
<IfVersion about 2.4>
</IfVersion>
</Files>
<FilesMatch "(">
</FilesMatch>
<IfModule mod_unheard.c>
    Unheard Of
</IfModule>
<Files "a">
    Header set A b
HTACCESS);
?>
--EXPECT--
/site/.htaccess:2: RewriteEngine: must be On or Off, Perhaps given
/site/.htaccess:3: RewriteRule: (unclosed is no regular expression: missing closing parenthesis at offset 9
/site/.htaccess:4: RewriteRule: flag Unheard is unknown, the rule has no effect
/site/.htaccess:6: RewriteRule: flag P: rules cannot make a proxy of the server, the rule has no effect
/site/.htaccess:7: RewriteRule: ${map:$1} needs a RewriteMap, which only a server's configuration can have
/site/.htaccess:8: RewriteRule: the variable %{NO_SUCH_VARIABLE} is unknown
/site/.htaccess:9: RewriteRule: flag R must be permanent, temp, seeother or a status from 100 to 599, 999 given, the rule has no effect
/site/.htaccess:10: RewriteRule: must have a pattern and a substitution
/site/.htaccess:11: RewriteBase: must start with a slash, blog/ given
/site/.htaccess:12: RewriteOptions: MaxRedirects=10 is not supported; inherit, inheritbefore, inheritdown, inheritdownbefore, ignoreinherit, mergebase, allownoslash are
/site/.htaccess:13: RewriteMap: is unknown
/site/.htaccess:14: RewriteCond: the variable %{NO_SUCH_VARIABLE} is unknown, so the next RewriteRule has no effect
/site/.htaccess:15: RewriteRule: the rule has no effect, since a condition before it is not understood
/site/.htaccess:16: RewriteCond: has the unknown flag xx; NC, OR and NV are allowed, so the next RewriteRule has no effect
/site/.htaccess:17: RewriteRule: the rule has no effect, since a condition before it is not understood
/site/.htaccess:18: Redirect: must redirect from a path that starts with a slash, old given
/site/.htaccess:19: Redirect: must have a URL to redirect to
/site/.htaccess:20: Redirect: must have no URL with the status 410
/site/.htaccess:21: RedirectMatch: ( is no regular expression: missing closing parenthesis at offset 1
/site/.htaccess:22: Header: note is not supported; set, append, merge, add, unset, setifempty, edit, edit* are
/site/.htaccess:23: Header: must have a value for X
/site/.htaccess:24: Header: %{SSL_CIPHER}s is not supported; %%, %t and %{NAME}e are
/site/.htaccess:25: Header: the expression is not understood at "nonsense"
/site/.htaccess:26: Header: early is not supported; env=NAME, env=!NAME and expr=EXPRESSION are
/site/.htaccess:27: ExpiresDefault: must be like "access plus 1 month", "modification plus 1 hour" or A3600, soon given
/site/.htaccess:28: ExpiresByType: must have numbers of years, months, weeks, days, hours, minutes or seconds, many days given
/site/.htaccess:29: Order: must be deny,allow or allow,deny or mutual-failure, sometimes given
/site/.htaccess:30: Deny: example.org: names of hosts are not supported, all are denied
/site/.htaccess:31: Allow: example.org: names of hosts are not supported, they are not allowed
/site/.htaccess:32: Require: valid-user is not supported; all, env, expr, ip, local and method are. It denies
/site/.htaccess:33: Require: must be "all granted" or "all denied"; it denies
/site/.htaccess:34: Require: the expression is not understood at "nonsense"; it denies
/site/.htaccess:35: ErrorDocument: must have a status from 400 to 599, 200 given
/site/.htaccess:36: Options: +Indexes has no effect: folders are not listed
/site/.htaccess:37: FallbackResource: must be a path that starts with a slash or disabled, front.php given
/site/.htaccess:38: php_admin_value: only the configuration of a server may have it
/site/.htaccess:39: SetEnvIf: must have an attribute, a pattern and a variable
/site/.htaccess:40: AuthType: has no effect: passwords are not checked
/site/.htaccess:41: FileETag: has no effect: Tern makes an ETag of size, time and inode
/site/.htaccess:42: Unheard: is unknown
/site/.htaccess:43: If: the expression is not understood at "md5('x') == 'y'"
/site/.htaccess:46: Else: follows no If that is understood; what is in it is left out
/site/.htaccess:49: Else: follows no If that is understood; what is in it is left out
/site/.htaccess:51: Location: is not supported; what is in it is left out
/site/.htaccess:52: Require: is in a section that is not supported, so all requests are denied
/site/.htaccess:54: IfVersion: must compare by =, >, >=, < or <= with a version like 2.4.10; what is in it is left out
/site/.htaccess:56: </Files>: closes no section, so all requests are denied
/site/.htaccess:57: FilesMatch: ( is no regular expression: missing closing parenthesis at offset 1
/site/.htaccess:62: Files: the section is not closed, so all requests are denied
