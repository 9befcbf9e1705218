--TEST--
Header and Expires: what becomes of the headers of an answer
--FILE--
<?php
require __DIR__ . '/site.inc';
function headers(string $rules, array $headers, int $status = 200, bool $isOwnPage = false, ?int $modified = null): void
{
    $decision = get(folders(site(['.htaccess' => $rules, 'a.txt' => ''])), '/a.txt', ['user-agent' => 'x']);
    $made = $decision->responseHeaders()->apply($headers, $status, $isOwnPage, 1e9, $modified);
    echo str_replace("\n", ' | ', $rules), "\n    ", implode('; ', array_map(fn($one) => implode(': ', $one), $made)), "\n";
}
$html = [['Content-Type', 'text/html; charset=utf-8'], ['x-a', 'one'], ['X-A', 'two']];
headers('', $html);
headers('Header set X-A three', $html);
headers('Header append X-A three', $html);
headers('Header merge X-A two', $html);
headers('Header add X-A three', $html);
headers('Header unset X-A', $html);
headers('Header setifempty X-A three', $html);
headers('Header edit X-A o 0', $html);
headers('Header edit* X-A "(o)" "[$1]"', $html);
headers('Header set X-T "%t %D"', []);
headers("Header set X-On a\nHeader always set X-Always b", [], 404, true);
headers("Header set X-On a\nHeader always set X-Always b", [], 404, false);
headers("ExpiresActive On\nExpiresDefault A60", $html);
headers("ExpiresActive On\nExpiresDefault A60", $html, 404);
headers("ExpiresActive On\nExpiresDefault M60", $html);
headers("ExpiresActive On\nExpiresDefault M60", $html, 200, false, 999_999_990);
headers("ExpiresActive On\nExpiresByType text/html \"access plus 1 year 2 months\"\nExpiresDefault A1", $html);
headers("ExpiresActive On\nExpiresByType text/* \"now plus 1 minute\"", [...$html, ['Cache-Control', 'public']]);
headers("ExpiresActive On\nExpiresDefault A1", [['Expires', '0']]);
headers("ExpiresDefault A1", []);
headers("RewriteEngine On\nRewriteCond %{HTTP_USER_AGENT} x\nRewriteRule . - [CO=a:b:.example.org:1440:/x:secure:HttpOnly:Lax,CO=;c;d:e]", [['Vary', 'user-agent, Cookie']]);
?>
--EXPECT--

    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two
Header set X-A three
    Content-Type: text/html; charset=utf-8; x-a: three
Header append X-A three
    Content-Type: text/html; charset=utf-8; x-a: one, two, three
Header merge X-A two
    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two
Header add X-A three
    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two; x-a: three
Header unset X-A
    Content-Type: text/html; charset=utf-8
Header setifempty X-A three
    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two
Header edit X-A o 0
    Content-Type: text/html; charset=utf-8; x-a: 0ne; x-a: tw0
Header edit* X-A "(o)" "[$1]"
    Content-Type: text/html; charset=utf-8; x-a: [o]ne; x-a: tw[o]
Header set X-T "%t %D"
    X-T: t=1000000000000000 D=0
Header set X-On a | Header always set X-Always b
    X-Always: b
Header set X-On a | Header always set X-Always b
    X-On: a; X-Always: b
ExpiresActive On | ExpiresDefault A60
    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two; Cache-Control: max-age=60; Expires: Sun, 09 Sep 2001 01:47:40 GMT
ExpiresActive On | ExpiresDefault A60
    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two
ExpiresActive On | ExpiresDefault M60
    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two
ExpiresActive On | ExpiresDefault M60
    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two; Cache-Control: max-age=50; Expires: Sun, 09 Sep 2001 01:47:30 GMT
ExpiresActive On | ExpiresByType text/html "access plus 1 year 2 months" | ExpiresDefault A1
    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two; Cache-Control: max-age=36720000; Expires: Fri, 08 Nov 2002 01:46:40 GMT
ExpiresActive On | ExpiresByType text/* "now plus 1 minute"
    Content-Type: text/html; charset=utf-8; x-a: one; x-a: two; Cache-Control: public, max-age=60; Expires: Sun, 09 Sep 2001 01:47:40 GMT
ExpiresActive On | ExpiresDefault A1
    Expires: 0
ExpiresDefault A1
    
RewriteEngine On | RewriteCond %{HTTP_USER_AGENT} x | RewriteRule . - [CO=a:b:.example.org:1440:/x:secure:HttpOnly:Lax,CO=;c;d:e]
    Vary: user-agent, Cookie; Set-Cookie: a=b; path=/x; domain=.example.org; expires=Mon, 10-Sep-2001 01:46:40 GMT; secure; HttpOnly; SameSite=Lax; Set-Cookie: c=d:e; path=/; domain=
