--TEST--
tern.openswoole: OpenSwoole\Constant, and constants of classes
--INI--
tern.openswoole=1
--FILE--
<?php
use OpenSwoole\Constant;

var_dump(Constant::VERSION, Constant::SOCK_TCP === SWOOLE_SOCK_TCP, Constant::LOG_WARNING === SWOOLE_LOG_WARNING);
var_dump(Constant::OPTION_WORKER_NUM, is_subclass_of(Constant::class, Swoole\Constant::class));

$constants = (new ReflectionClass(Constant::class))->getConstants();
foreach (get_defined_constants() as $name => $value) {
    if (str_starts_with($name, 'OPENSWOOLE_') && $constants[substr($name, strlen('OPENSWOOLE_'))] !== $value) {
        echo "$name\n";
    }
}

var_dump(OpenSwoole\Server::SIMPLE_MODE, OpenSwoole\Server::POOL_MODE, OpenSwoole\Http\Server::POOL_MODE);
var_dump(OpenSwoole\Server::TASK_TMPFILE, OpenSwoole\WebSocket\Server::WORKER_EXIT, OpenSwoole\Server::IPC_MSGQUEUE);
var_dump(OpenSwoole\Server::DISPATCH_RESULT_USERFUNC_FALLBACK, OpenSwoole\WebSocket\Server::WEBSOCKET_OPCODE_TEXT);
var_dump(OpenSwoole\Runtime::HOOK_ALL === SWOOLE_HOOK_ALL);
?>
--EXPECT--
string(6) "26.2.0"
bool(true)
bool(true)
string(10) "worker_num"
bool(true)
int(1)
int(2)
int(2)
int(1)
int(3)
int(2)
int(-3)
int(1)
bool(true)
