--TEST--
WebSocket\Frame::pack and unpack: the bytes of RFC 6455, and what cannot be one
--FILE--
<?php
use Swoole\WebSocket\{CloseFrame, Frame, Server};
function bytes(string $of): string { return bin2hex($of); }
function attempt(callable $call): void {
    try {
        echo json_encode($call()), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo "-- RFC 6455 5.7\n";
echo bytes(Frame::pack('Hello')), "\n";
echo bytes(Frame::pack('Hel', WEBSOCKET_OPCODE_TEXT, 0)), ' ', bytes(Frame::pack('lo', WEBSOCKET_OPCODE_CONTINUATION)), "\n";
echo bytes(Frame::pack('Hello', WEBSOCKET_OPCODE_PING)), "\n";
echo bytes(substr(Server::pack(str_repeat("\0", 256), WEBSOCKET_OPCODE_BINARY), 0, 6)), "\n";
echo bytes(substr(Server::pack(str_repeat("\0", 65536), WEBSOCKET_OPCODE_BINARY), 0, 12)), "\n";
var_dump(Frame::unpack(hex2bin('818537fa213d7f9f4d5158')));
echo "-- finish and mask of before 4.4.12\n";
echo bytes(Frame::pack('Hel', WEBSOCKET_OPCODE_TEXT, false)), ' ', bytes(Frame::pack('Hello', WEBSOCKET_OPCODE_TEXT, true)), "\n";
$masked = Frame::pack('Hello', WEBSOCKET_OPCODE_TEXT, true, true);
echo bytes(substr($masked, 0, 2)), ' ', strlen($masked), ' ', Frame::unpack($masked)->data, "\n";
$other = Frame::pack('Hello', WEBSOCKET_OPCODE_TEXT, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_MASK);
var_dump(Frame::unpack($other)->flags, substr($masked, 2, 4) === substr($other, 2, 4));
echo "-- compressed\n";
$text = str_repeat('compress me ', 1000);
$packed = Frame::pack($text, WEBSOCKET_OPCODE_BINARY, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS);
$frame = Frame::unpack($packed);
var_dump(bytes($packed[0]), strlen($packed) < 200, $frame->data === $text, $frame->opcode, $frame->flags, $frame->finish);
echo bytes(Frame::pack('x', WEBSOCKET_OPCODE_PING, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS)), "\n";
echo "-- compressed by the program\n";
$deflated = substr(deflate_add(deflate_init(ZLIB_ENCODING_RAW), 'Hello', ZLIB_SYNC_FLUSH), 0, -4);
$packed = Frame::pack($deflated, WEBSOCKET_OPCODE_TEXT, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS | SWOOLE_WEBSOCKET_FLAG_RSV1);
var_dump(bytes($packed[0]), substr($packed, 2) === $deflated, Frame::unpack($packed)->data);
echo bytes(Frame::pack('x', WEBSOCKET_OPCODE_CONTINUATION, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_RSV1)), "\n";
echo "-- objects\n";
$frame = new Frame;
var_dump($frame);
$frame->data = 'Hello';
$frame->finish = false;
echo bytes($frame), ' ', bytes(Frame::pack($frame, WEBSOCKET_OPCODE_BINARY, 1)), "\n";
$frame->finish = true;
$frame->flags = 0;
$frame->opcode = WEBSOCKET_OPCODE_BINARY;
echo bytes("$frame"), "\n";
$frame->data = 42;
echo bytes($frame), "\n";
$close = new CloseFrame;
$close->code = WEBSOCKET_CLOSE_GOING_AWAY;
$close->reason = 'bye';
echo bytes($close), "\n";
var_dump(Frame::unpack("$close"));
var_dump(Frame::unpack(hex2bin('8800'))->code);
$close->reason = str_repeat('ä', 100);
var_dump(strlen(Frame::unpack("$close")->reason));
$close->flags = 0;
$close->finish = false;
$close->reason = 'bye';
echo 'control frames are whole: ', bytes($close), ' ', bytes(Frame::pack('x', WEBSOCKET_OPCODE_PING, 0)), "\n";
foreach ([1005, 1006, 401, -1] as $close->code) echo bytes($close), "\n";
echo "-- not a frame\n";
foreach (['', '81', '8105', '810548656c6c', '88020000', '8f00', 'c101ff', '0900', '817e0001', 'ff'] as $hex) {
    attempt(fn () => [$hex, Frame::unpack(hex2bin($hex)), swoole_last_error()]);
}
attempt(fn () => Frame::unpack(hex2bin('00024869'))->data);
echo "-- cannot be packed\n";
attempt(fn () => Frame::pack('x', 3));
attempt(fn () => Frame::pack('x', -1));
attempt(fn () => Frame::pack(str_repeat('x', 126), WEBSOCKET_OPCODE_PONG));
attempt(fn () => Frame::pack("\0\1", WEBSOCKET_OPCODE_CLOSE));
attempt(fn () => Frame::pack([]));
attempt(fn () => Frame::pack('x', 1, []));
$frame->data = [];
attempt(fn () => (string) $frame);
echo "-- old names and subclasses\n";
var_dump((new swoole_websocket_closeframe) instanceof swoole_websocket_frame);
class Mine extends Frame { public $more = 1; public $data = 'mine'; }
echo bytes(new Mine), "\n";
$frame = new Mine;
unset($frame->data, $frame->opcode, $frame->flags, $frame->finish);
echo @bytes($frame), "\n";
?>
--EXPECTF--
-- RFC 6455 5.7
810548656c6c6f
010348656c 80026c6f
890548656c6c6f
827e01000000
827f00000000000100000000
object(Swoole\WebSocket\Frame)#1 (5) {
  ["fd"]=>
  int(0)
  ["data"]=>
  string(5) "Hello"
  ["opcode"]=>
  int(1)
  ["flags"]=>
  int(33)
  ["finish"]=>
  bool(true)
}
-- finish and mask of before 4.4.12
010348656c 810548656c6c6f
8185 11 Hello
int(33)
bool(false)
-- compressed
string(2) "c2"
bool(true)
bool(true)
int(2)
int(3)
bool(true)
890178
-- compressed by the program
string(2) "c1"
bool(true)
string(5) "Hello"
800178
-- objects
object(Swoole\WebSocket\Frame)#2 (5) {
  ["fd"]=>
  int(0)
  ["data"]=>
  string(0) ""
  ["opcode"]=>
  int(1)
  ["flags"]=>
  int(1)
  ["finish"]=>
  NULL
}
010548656c6c6f 010548656c6c6f
820548656c6c6f
82023432
880503e9627965
object(Swoole\WebSocket\CloseFrame)#3 (7) {
  ["fd"]=>
  int(0)
  ["data"]=>
  string(0) ""
  ["opcode"]=>
  int(8)
  ["flags"]=>
  int(1)
  ["finish"]=>
  bool(true)
  ["code"]=>
  int(1001)
  ["reason"]=>
  string(3) "bye"
}
int(1005)
int(122)
control frames are whole: 880503e9627965 890178
8800
880503e8627965
880503e8627965
880503e8627965
-- not a frame
["",false,11]
["81",false,11]
["8105",false,11]
["810548656c6c",false,11]
["88020000",{"fd":0,"data":"","opcode":8,"flags":1,"finish":true,"code":0,"reason":""},11]
["8f00",false,508]
["c101ff",false,508]
["0900",false,508]
["817e0001",false,508]
["ff",false,11]
"Hi"
-- cannot be packed
ValueError: The opcode must be 0, 1, 2, 8, 9 or 10
ValueError: The opcode must be 0, 1, 2, 8, 9 or 10
ValueError: A control frame has at most 125 bytes
ValueError: A close frame has a code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, and a reason in UTF-8
TypeError: Swoole\WebSocket\Frame::pack(): Argument #1 ($data) must be of type Swoole\WebSocket\Frame|string, array given
TypeError: Swoole\WebSocket\Frame::pack(): Argument #3 ($flags) must be of type int|bool, array given

Warning: Array to string conversion in %s on line %d

-- old names and subclasses
bool(true)
81046d696e65
0000