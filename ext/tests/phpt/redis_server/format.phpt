--TEST--
Redis\Server::format(): each kind, and values that are not of it
--FILE--
<?php
use Swoole\Redis\Server;

function show($text) {
    echo is_string($text) ? addcslashes($text, "\r\n") : var_export($text, true), "\n";
}
show(Server::format(Server::NIL));
show(Server::format(Server::ERROR));
show(Server::format(Server::ERROR, "ERR two\r\nlines"));
show(Server::format(Server::STATUS));
show(Server::format(Server::STATUS, 'PONG'));
show(Server::format(Server::INT, '42'));
show(Server::format(Server::STRING, ''));
show(Server::format(Server::STRING, "a\r\nb"));
show(Server::format(Server::SET, ['a', 2, null]));
show(Server::format(Server::MAP, ['a' => 1, 7 => 'x']));
show(Server::format(Server::SET, 'no array'));
show(Server::format(Server::STRING, []));
show(Server::format(Server::INT));
show(Server::format(Server::MAP, ['list' => [1, 'b', []], 'n' => null]));
show(Server::format(Server::SET, ['a', ['k' => 1, 'l' => ['x']]]));
class Emptying { public $from; function __toString(): string { $this->from = []; return 'gone'; } }
$one = new Emptying;
$inner = [$one, 'kept'];
$one->from = &$inner;
show(Server::format(Server::SET, [&$inner]));
$loop = [1];
$loop[] = &$loop;
show(Server::format(Server::SET, $loop));
$loop = $inner = $one = null;
var_dump(@Server::format(7));
echo error_get_last()['message'], "\n";
var_dump(Server::ERROR, Server::MAP);
?>
--EXPECTF--
$-1\r\n
-ERR\r\n
-ERR two  lines\r\n
+OK\r\n
+PONG\r\n
:42\r\n
$0\r\n\r\n
$4\r\na\r\nb\r\n
*3\r\n$1\r\na\r\n$1\r\n2\r\n$-1\r\n
*4\r\n$1\r\na\r\n$1\r\n1\r\n$1\r\n7\r\n$1\r\nx\r\n

Warning: Swoole\Redis\Server::format(): the value must be an array in %s on line %d
false

Warning: Swoole\Redis\Server::format(): the value must be a text or a number in %s on line %d
false

Warning: Swoole\Redis\Server::format(): the value must be a text or a number in %s on line %d
false
*4\r\n$4\r\nlist\r\n*3\r\n$1\r\n1\r\n$1\r\nb\r\n*0\r\n$1\r\nn\r\n$-1\r\n
*2\r\n$1\r\na\r\n*4\r\n$1\r\nk\r\n$1\r\n1\r\n$1\r\nl\r\n*1\r\n$1\r\nx\r\n
*1\r\n*2\r\n$4\r\ngone\r\n$4\r\nkept\r\n

Warning: Swoole\Redis\Server::format(): the value has more than 128 levels of arrays in %s on line %d
false
bool(false)
Swoole\Redis\Server::format(): Argument #1 ($type) must be a constant of Swoole\Redis\Server, 7 given
int(0)
int(6)
