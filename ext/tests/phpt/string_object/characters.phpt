--TEST--
MultibyteStringObject: positions and lengths count characters
--EXTENSIONS--
mbstring
--FILE--
<?php
$text = swoole_mbstring('Grüße, Grüße');
var_dump($text instanceof Swoole\MultibyteStringObject, $text->length(), $text->indexOf('ß'), $text->lastIndexOf('ß'), $text->pos('e', 5), $text->rpos('e'), $text->ipos('GRÜ', 1), $text->indexOf('x'));
var_dump((string) $text->substr(2, 2), get_class($text->substr(0)), _mbstring('äöü')->chunk(2)->toArray(), swoole_mbstring('Ä')->length());
var_dump((string) swoole_mbstring("\xc4")->substr(0, 1, 'ISO-8859-1') === "\xc4", swoole_mbstring()->length());
try { $text->indexOf('e', 0, 'none'); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
?>
--EXPECT--
bool(true)
int(12)
int(3)
int(10)
int(11)
int(11)
int(7)
bool(false)
string(4) "üß"
string(28) "Swoole\MultibyteStringObject"
array(2) {
  [0]=>
  string(4) "äö"
  [1]=>
  string(2) "ü"
}
int(1)
bool(true)
int(0)
mb_strpos(): Argument #4 ($encoding) must be a valid encoding, "none" given
