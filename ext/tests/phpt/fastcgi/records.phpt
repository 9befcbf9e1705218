--TEST--
FastCGI records: packed, unpacked, and what is cut off or too long
--FILE--
<?php
use Swoole\FastCGI;
use Swoole\FastCGI\FrameParser;
use Swoole\FastCGI\Record;
use Swoole\FastCGI\Record\{AbortRequest, BeginRequest, Data, EndRequest, GetValues, GetValuesResult, Params, Stderr, Stdin, Stdout, UnknownType};

foreach ([new BeginRequest(FastCGI::RESPONDER, FastCGI::KEEP_CONN), new AbortRequest(9), new EndRequest(FastCGI::OVERLOADED, 3), new Params(['A' => 'b']), new Params([]),
    new Stdin('abc'), new Stdout('12345678'), new Stderr(''), new Data('d'), new GetValues(['FCGI_MAX_CONNS']), new GetValuesResult(['FCGI_MAX_CONNS' => '7']), new UnknownType(77)] as $record) {
    $bytes = (string) $record;
    $buffer = $bytes . 'rest';
    var_dump(FrameParser::hasFrame($buffer) && !FrameParser::hasFrame(substr($bytes, 0, -1)));
    $again = FrameParser::parseFrame($buffer);
    echo (new ReflectionClass($again))->getShortName(), ' ', bin2hex($bytes), ' ', $again->getType(), ' ', $again->getContentLength(), '+', $again->getPaddingLength(), "\n";
    if ($again != $record || (string) $again !== $bytes || $buffer !== 'rest') var_dump($record, $again, $buffer);
}
$begin = BeginRequest::unpack((string) (new BeginRequest(FastCGI::FILTER))->setRequestId(500));
var_dump($begin->getRole(), $begin->getFlags(), $begin->getRequestId(), $begin->getVersion());
$end = EndRequest::unpack((string) new EndRequest(FastCGI::UNKNOWN_ROLE, 0x80000001));
var_dump($end->getProtocolStatus(), $end->getAppStatus() === 0x80000001, UnknownType::unpack((string) new UnknownType(77))->getUnrecognizedType());

$long = ['N' => str_repeat('v', 127), str_repeat('n', 128) => str_repeat('v', 40000), 5 => ''];
var_dump(Params::unpack((string) new Params($long))->getValues() === $long);
try { new Stdin(str_repeat('x', 65536)); } catch (InvalidArgumentException $error) { echo $error->getMessage(), "\n"; }
$bytes = (string) new Params(['name' => 'value']);
foreach (['', 'short', substr($bytes, 0, 12), substr_replace($bytes, "\x7f", 8, 1), "\1\4\0\1\0\1\0\0\1", "\1\4\0\1\0\2\0\0\xff\0", substr_replace((string) new BeginRequest, "\4", 5, 1)] as $broken) {
    try { var_dump(($broken === '' ? Record::class : ($broken[1] === "\1" ? BeginRequest::class : Params::class))::unpack($broken)); } catch (RuntimeException $error) { echo $error->getMessage(), "\n"; }
}
$buffer = 'too short';
var_dump(FrameParser::hasFrame(''), FrameParser::hasFrame("\1\6\0\1\0\0\0\0"));
foreach (["\1\6\0\1\0\5\0\0ab", "\1\x63\0\1\0\0\0\0"] as $buffer) {
    try { FrameParser::parseFrame($buffer); } catch (RuntimeException $error) { echo $error->getMessage(), "\n"; }
}
?>
--EXPECT--
bool(true)
BeginRequest 01010001000800000001010000000000 1 8+0
bool(true)
AbortRequest 0102000900000000 2 0+0
bool(true)
EndRequest 01030001000800000000000302000000 3 8+0
bool(true)
Params 01040001000404000101416200000000 4 4+4
bool(true)
Params 0104000100000000 4 0+0
bool(true)
Stdin 01050001000305006162630000000000 5 3+5
bool(true)
Stdout 01060001000800003132333435363738 6 8+0
bool(true)
Stderr 0107000100000000 7 0+0
bool(true)
Data 01080001000107006400000000000000 8 1+7
bool(true)
GetValues 01090001001000000e00464347495f4d41585f434f4e4e53 9 16+0
bool(true)
GetValuesResult 010a0001001107000e01464347495f4d41585f434f4e4e533700000000000000 10 17+7
bool(true)
UnknownType 010b0001000800004d00000000000000 11 8+0
int(3)
int(0)
int(500)
int(1)
int(3)
bool(true)
int(77)
bool(true)
The content of a FastCGI record may have 65535 bytes, 65536 given
A FastCGI record has a head of 8 bytes
A FastCGI record has a head of 8 bytes
The content of a FastCGI record has 11 bytes
A parameter of FastCGI is longer than its record
The length of a parameter of FastCGI is cut off
The length of a parameter of FastCGI is cut off
Swoole\FastCGI\Record\BeginRequest has a content of 8 bytes, 4 given
bool(false)
bool(true)
There is no whole FastCGI record in the buffer
A FastCGI record cannot have type 99
