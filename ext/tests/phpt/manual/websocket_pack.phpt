--TEST--
The manual's pack() and unpack() of a WebSocket server
--FILE--
<?php
error_reporting(E_ALL);
use Swoole\WebSocket\{CloseFrame, Frame, Server};
$packed = Server::pack('hello');
echo bin2hex($packed), "\n";
$frame = Server::unpack($packed);
var_dump($frame instanceof Frame, $frame->data, $frame->opcode, $frame->finish, (string) $frame === $packed);
echo bin2hex(Frame::pack('x', WEBSOCKET_OPCODE_BINARY, 0)), "\n";
$close = new CloseFrame;
$close->code = 1000;
$close->reason = 'done';
$again = Frame::unpack((string) $close);
var_dump($again instanceof CloseFrame, $again->code, $again->reason);
var_dump(Frame::unpack(Server::pack(str_repeat('z', 70000), 1, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_MASK))->data === str_repeat('z', 70000));
var_dump(Frame::unpack(Frame::pack('small', 1, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS))->data);
?>
--EXPECT--
810568656c6c6f
bool(true)
string(5) "hello"
int(1)
bool(true)
bool(true)
020178
bool(true)
int(1000)
string(4) "done"
bool(true)
string(5) "small"
