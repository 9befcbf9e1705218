--TEST--
Tern\Http\Client: URLs and references (RFC 3986, 5.4), dates, Cache-Control
--FILE--
<?php
use Tern\Internal\Client\Http\HttpDate;
use Tern\Internal\Client\TernHttp\CacheControl;
use Tern\Internal\Client\TernHttp\Url;

foreach (['http://a', 'HTTPS://User:pw@Host.Example:8443/p?q#f', 'http://[::1]:80/', 'http://a:80', 'https://a:443?x', 'http://a_b/%41/ä?é',
    'http://a/b/../c/./d/..', 'http://a/../..', 'http://a"b/', 'http://a/"<>\\', 'ftp://a/', 'http:///x', 'http://a:0/', 'http://a:65536/', 'http://a b/', 'http://a/ ',
    "http://a/\n", 'http://[::1', 'http://[1.2.3.4]/', 'http://a\@b/', 'a/b', ''] as $text) {
    $url = Url::parse($text);
    echo json_encode($text, JSON_UNESCAPED_SLASHES), ' ', $url === null ? 'none' : implode('|', [$url->scheme, $url->host, $url->port, $url->authority, $url->user, $url->target, "$url->fragment|"]), "\n";
}

$base = Url::parse('http://a/b/c/d;p?q');
$wrong = [];
foreach (['g' => 'http://a/b/c/g', './g' => 'http://a/b/c/g', 'g/' => 'http://a/b/c/g/', '/g' => 'http://a/g', '//g' => 'http://g/',
    '?y' => 'http://a/b/c/d;p?y', 'g?y' => 'http://a/b/c/g?y', '#s' => 'http://a/b/c/d;p?q', 'g#s' => 'http://a/b/c/g', 'g?y#s' => 'http://a/b/c/g?y',
    ';x' => 'http://a/b/c/;x', 'g;x' => 'http://a/b/c/g;x', '' => 'http://a/b/c/d;p?q', '.' => 'http://a/b/c/', './' => 'http://a/b/c/',
    '..' => 'http://a/b/', '../' => 'http://a/b/', '../g' => 'http://a/b/g', '../..' => 'http://a/', '../../' => 'http://a/', '../../g' => 'http://a/g',
    '../../../g' => 'http://a/g', '../../../../g' => 'http://a/g', '/./g' => 'http://a/g', '/../g' => 'http://a/g', 'g.' => 'http://a/b/c/g.',
    '.g' => 'http://a/b/c/.g', 'g..' => 'http://a/b/c/g..', '..g' => 'http://a/b/c/..g', './../g' => 'http://a/b/g', './g/.' => 'http://a/b/c/g/',
    'g/./h' => 'http://a/b/c/g/h', 'g/../h' => 'http://a/b/c/h', 'g;x=1/./y' => 'http://a/b/c/g;x=1/y', 'g;x=1/../y' => 'http://a/b/c/y',
    'g?y/./x' => 'http://a/b/c/g?y/./x', 'g?y/../x' => 'http://a/b/c/g?y/../x', 'g#s/../x' => 'http://a/b/c/g', 'https://x' => 'https://x/',
    'g:h' => null, 'mailto:x' => null] as $reference => $expected) {
    $found = $base->resolve((string) $reference)?->text;
    if ($found !== $expected) {
        $wrong[] = "$reference: $found, not $expected";
    }
}
var_dump($wrong, $base->resolve('#s')->fragment);

foreach (['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994', '0', 'Sun, 06 Nov 1994 08:49:37 CET', ''] as $date) {
    echo json_encode(HttpDate::parse($date)), ' ';
}
echo HttpDate::format(784111777), "\n";

$control = CacheControl::of('max-age=10, No-Cache="a, b" ,private,  max-age=20, stale-if-error=99999999999999999999, min-fresh=x');
var_dump($control->seconds('max-age'), $control->has('no-cache'), $control->isWhole('no-cache'), $control->isWhole('private'),
    $control->seconds('stale-if-error'), $control->seconds('min-fresh'), $control->seconds('max-stale'), CacheControl::of('', 'no-cache')->has('no-cache'));
?>
--EXPECT--
"http://a" http|a|80|a||/||
"HTTPS://User:pw@Host.Example:8443/p?q#f" https|host.example|8443|host.example:8443|User:pw|/p?q|#f|
"http://[::1]:80/" http|::1|80|[::1]||/||
"http://a:80" http|a|80|a||/||
"https://a:443?x" https|a|443|a||/?x||
"http://a_b/%41/\u00e4?\u00e9" http|a_b|80|a_b||/%41/%C3%A4?%C3%A9||
"http://a/b/../c/./d/.." http|a|80|a||/c/||
"http://a/../.." http|a|80|a||/||
"http://a\"b/" none
"http://a/\"<>\\" http|a|80|a||/"<>\||
"ftp://a/" none
"http:///x" none
"http://a:0/" none
"http://a:65536/" none
"http://a b/" none
"http://a/ " none
"http://a/\n" none
"http://[::1" none
"http://[1.2.3.4]/" none
"http://a\\@b/" none
"a/b" none
"" none
array(0) {
}
string(2) "#s"
784111777 784111777 784111777 null null null Sun, 06 Nov 1994 08:49:37 GMT
int(10)
bool(true)
bool(false)
bool(true)
int(2147483648)
int(0)
NULL
bool(true)
