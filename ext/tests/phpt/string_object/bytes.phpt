--TEST--
StringObject: every method, with odd arguments
--FILE--
<?php
use Swoole\StringObject;

$text = swoole_string('Hello, hello');
var_dump($text instanceof StringObject, "$text", $text->length(), $text->indexOf('l'), $text->lastIndexOf('l'), $text->pos('l', 4), $text->rpos('l', -4), $text->ipos('HELLO'), $text->indexOf('z'));
try { $text->indexOf('l', 99); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
foreach ([$text->reverse(), $text->lower(), $text->upper(), $text->substr(-5), $text->substr(0, 5), $text->repeat(2),
    $text->replace('ello', '*', $count), swoole_string('  x ')->trim(), swoole_string('--x-')->trim('-'), swoole_string(' x ')->ltrim(),
    swoole_string(' x ')->rtrim(), swoole_string('--x')->ltrim('-'), swoole_string('x--')->rtrim('-'), swoole_string('abc')->chunkSplit(2, '|')] as $result) {
    echo get_class($result), " [$result]\n";
}
var_dump($count);
var_dump($text->startsWith('Hello'), $text->startsWith('hello'), $text->endsWith('lo'), $text->contains(','), $text->contains('x'));
var_dump(swoole_string('1')->equals('1.0'), swoole_string('1')->equals('1.0', true), swoole_string('a')->equals(swoole_string('a'), true));
var_dump($text->char(1), $text->char(99), $text->char(-1), $text->split(', ')->toArray(), $text->split('l', 2)->count(), $text->chunk(5)->toArray());
try { $text->split(''); } catch (ValueError $error) { echo str_replace('cannot', 'must not', $error->getMessage()), "\n"; }
try { $text->chunk(0); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
try { $text->repeat(-1); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
$other = $text->append('!')->append(5)->append(swoole_string('?'));
echo "$other $text\n";
var_dump(StringObject::from()->toString(), _string('x')->toString());
class Mine extends StringObject {}
var_dump(get_class(Mine::from('a')->upper()));
?>
--EXPECTF--
bool(true)
string(12) "Hello, hello"
int(12)
int(2)
int(10)
int(9)
int(3)
int(0)
bool(false)
strpos(): Argument #3 ($offset) must be contained in argument #1 ($haystack)
Swoole\StringObject [olleh ,olleH]
Swoole\StringObject [hello, hello]
Swoole\StringObject [HELLO, HELLO]
Swoole\StringObject [hello]
Swoole\StringObject [Hello]
Swoole\StringObject [Hello, helloHello, hello]
Swoole\StringObject [H*, h*]
Swoole\StringObject [x]
Swoole\StringObject [x]
Swoole\StringObject [x ]
Swoole\StringObject [ x]
Swoole\StringObject [x]
Swoole\StringObject [x]
Swoole\StringObject [ab|c|]
int(2)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
string(1) "e"
string(0) ""
string(1) "o"
array(2) {
  [0]=>
  string(5) "Hello"
  [1]=>
  string(5) "hello"
}
int(2)
array(3) {
  [0]=>
  string(5) "Hello"
  [1]=>
  string(5) ", hel"
  [2]=>
  string(2) "lo"
}
explode(): Argument #1 ($separator) must not be empty%S
str_split(): Argument #2 ($length) must be greater than 0
str_repeat(): Argument #2 ($times) must be greater than or equal to 0
Hello, hello!5? Hello, hello!
string(0) ""
string(1) "x"
string(4) "Mine"
