--TEST--
Swoole\Buffer: appending, reading and writing at any place, taking away in front; what is out of its bytes
--FILE--
<?php
set_error_handler(function (int $level, string $text) { echo "warning: $text\n"; return true; });
$buffer = new swoole_buffer(200);
var_dump($buffer instanceof Swoole\Buffer, $buffer->capacity, $buffer->length, (new Swoole\Buffer(1))->capacity);
var_dump($buffer->append('hello '), $buffer->append('world'), (string) $buffer);
var_dump($buffer->substr(0, 5), $buffer->substr(6), $buffer->substr(-5, 2), $buffer->read(6, 5));
var_dump($buffer->write(6, 'there, you'), (string) $buffer, $buffer->write(-3, 'I'), (string) $buffer);
var_dump($buffer->substr(0, 6, true), (string) $buffer, $buffer->length, $buffer->recycle());
var_dump($buffer->append(str_repeat('x', 500)), $buffer->capacity, $buffer->expand(2000), $buffer->capacity);
$buffer->clear();
var_dump($buffer->length, (string) $buffer, $buffer->substr(0));
echo "what is wrong\n";
var_dump($buffer->append(''), $buffer->substr(1), $buffer->read(0, 1), $buffer->read(-1, 1), $buffer->write(1, 'a'), $buffer->expand(100));
foreach ([0, -1, PHP_INT_MAX] as $size) {
    try { new Swoole\Buffer($size); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
}
?>
--EXPECT--
bool(true)
int(200)
int(0)
int(128)
int(6)
int(11)
string(11) "hello world"
string(5) "hello"
string(5) "world"
string(2) "wo"
string(5) "world"
int(16)
string(16) "hello there, you"
int(16)
string(16) "hello there, Iou"
string(6) "hello "
string(10) "there, Iou"
int(10)
bool(true)
int(510)
int(800)
int(2000)
int(2000)
int(0)
string(0) ""
string(0) ""
what is wrong
warning: Swoole\Buffer: there is nothing to append
warning: Swoole\Buffer: offset 1 and length -1 are not within the 0 bytes
warning: Swoole\Buffer: offset 0 and length 1 are not within the 0 bytes
warning: Swoole\Buffer: offset -1 and length 1 are not within the 0 bytes
warning: Swoole\Buffer: the offset 1 is not within the 0 bytes
warning: Swoole\Buffer: the new size must be between 2000 and 2147483648, 100 given
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
Swoole\Buffer::__construct(): Argument #1 ($size) must be between 1 and 2147483648, 0 given
Swoole\Buffer::__construct(): Argument #1 ($size) must be between 1 and 2147483648, -1 given
Swoole\Buffer::__construct(): Argument #1 ($size) must be between 1 and 2147483648, 9223372036854775807 given
