--TEST--
Http\Cookie: every part, as text and as array; what no cookie may have
--FILE--
<?php
use Swoole\Http\Cookie;

$cookie = new Cookie;
var_dump($cookie->toString(), $cookie->withName('id') === $cookie, $cookie->withValue('a b;c')->toString());
$cookie->withPath('/p')->withDomain('example.com')->withSecure(true)->withHttpOnly(true)->withSameSite('Lax')->withPriority('High')->withPartitioned(true);
var_dump($cookie->toString(), $cookie->toArray());
var_dump(preg_match('~^id=a%20b%3Bc; expires=\w{3}, 01-Jan-2100 00:00:00 GMT; Max-Age=\d+; path=/p; ~', $cookie->withExpires(4102444800)->toString()));
$cookie->reset();
var_dump($cookie->toString(), $cookie->withName('gone')->toString());
var_dump((new Cookie(false))->withName('raw')->withValue('a%20b')->withPath('')->toString());
foreach ([fn ($cookie) => $cookie->withName('a b'), fn ($cookie) => $cookie->withName('n')->withPath(';'), fn ($cookie) => $cookie->withName('n')->withSameSite('Some'),
    fn ($cookie) => $cookie->withName('n')->withPriority('Most'), fn ($cookie) => $cookie->withName('n')->withDomain('a/b'), fn ($cookie) => $cookie->withName('n')->withValue('a;b')] as $wrong) {
    try { var_dump($wrong(new Cookie(false))->toString()); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
}
$copy = clone $cookie;
var_dump($copy->withName('copy')->toArray()['name'], $cookie->toArray()['name']);
?>
--EXPECT--
bool(false)
bool(true)
string(12) "id=a%20b%3Bc"
string(101) "id=a%20b%3Bc; path=/p; domain=example.com; secure; HttpOnly; SameSite=Lax; Priority=High; Partitioned"
array(11) {
  ["name"]=>
  string(2) "id"
  ["value"]=>
  string(5) "a b;c"
  ["path"]=>
  string(2) "/p"
  ["domain"]=>
  string(11) "example.com"
  ["sameSite"]=>
  string(3) "Lax"
  ["priority"]=>
  string(4) "High"
  ["encode"]=>
  bool(true)
  ["expires"]=>
  int(0)
  ["secure"]=>
  bool(true)
  ["httpOnly"]=>
  bool(true)
  ["partitioned"]=>
  bool(true)
}
int(1)
bool(false)
string(62) "gone=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0"
string(9) "raw=a%20b"
Tern\Internal\cookie_line(): Argument #1 ($name) must have letters, digits and !#$%&'*+-.^_`|~[] only, "a b" given
Tern\Internal\cookie_line(): Argument #4 ($path) must have printable ASCII only, without ;, ";" given
Tern\Internal\cookie_line(): Argument #8 ($sameSite) must be Strict, Lax or None, "Some" given
Tern\Internal\cookie_line(): Argument #9 ($priority) must be Low, Medium or High, "Most" given
Tern\Internal\cookie_line(): Argument #5 ($domain) must have letters, digits, . and - only, "a/b" given
Tern\Internal\cookie_line(): Argument #2 ($value) must have printable ASCII only, without space, ", comma, ; and \, "a;b" given
string(4) "copy"
string(4) "gone"
