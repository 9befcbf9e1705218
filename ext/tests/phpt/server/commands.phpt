--TEST--
Server::addCommand() and command(): what cannot be added and asked
--FILE--
<?php
$server = new Swoole\Server('127.0.0.1', 0);
$server->set(['worker_num' => 1, 'log_level' => SWOOLE_LOG_WARNING]);
function attempt(callable $call) {
    try { var_dump($call()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
final class Commands
{
    public function add($server) { return $server->addCommand('private', SWOOLE_SERVER_COMMAND_MASTER, [$this, 'secret']); }
    private function secret($server, $message) { return strtoupper($message); }
}
attempt(fn () => $server->addCommand('echo', SWOOLE_SERVER_COMMAND_MASTER, fn ($server, $message) => $message));
attempt(fn () => (new Commands)->add($server));
attempt(fn () => $server->addCommand('number', SWOOLE_SERVER_COMMAND_MASTER, fn () => 12.5));
attempt(fn () => $server->addCommand('echo', SWOOLE_SERVER_COMMAND_MASTER, fn () => ''));
attempt(fn () => $server->addCommand('', SWOOLE_SERVER_COMMAND_MASTER, fn () => ''));
attempt(fn () => $server->addCommand(str_repeat('x', 256), SWOOLE_SERVER_COMMAND_MASTER, fn () => ''));
attempt(fn () => $server->addCommand('none', 0, fn () => ''));
attempt(fn () => $server->addCommand('many', 64, fn () => ''));
attempt(fn () => $server->addCommand('uncallable', 2, 'no such function'));
attempt(fn () => $server->command('echo', 0, 2, null));
$server->on('receive', function () {});
$server->on('start', function ($server) {
    attempt(fn () => $server->addCommand('late', 2, fn () => ''));
    attempt(fn () => $server->command('echo', 0, 2, ['a' => ['b' => null]]));
    attempt(fn () => $server->command('echo', 7, 2, 'text', false));
    attempt(fn () => $server->command('private', 0, 2, 'text'));
    attempt(fn () => $server->command('number', 0, 2, 'text'));
    attempt(fn () => $server->command('echo', 0, 32, 1));
    attempt(fn () => $server->command('none', 0, 2, 1));
    attempt(fn () => $server->command('echo', 0, 2, NAN));
    attempt(fn () => $server->command('echo', 0, 2, str_repeat('x', 1 << 20)));
    $server->shutdown();
});
var_dump($server->start());
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)

Warning: Swoole\Server::addCommand(): there is a command "echo" already in %s on line %d
bool(false)

Warning: Swoole\Server::addCommand(): Argument #1 ($name) must have between 1 and 255 bytes, 0 given in %s on line %d
bool(false)

Warning: Swoole\Server::addCommand(): Argument #1 ($name) must have between 1 and 255 bytes, 256 given in %s on line %d
bool(false)

Warning: Swoole\Server::addCommand(): Argument #2 ($accepted_process_types) must be one or more of the SWOOLE_SERVER_COMMAND_ constants, 0 given in %s on line %d
bool(false)

Warning: Swoole\Server::addCommand(): Argument #2 ($accepted_process_types) must be one or more of the SWOOLE_SERVER_COMMAND_ constants, 64 given in %s on line %d
bool(false)
TypeError: Swoole\Server::addCommand(): Argument #3 ($callback) must be a valid callback, function "no such function" not found or invalid function name

Warning: Swoole\Server::command(): the server is not running in %s on line %d
bool(false)

Warning: Swoole\Server::addCommand(): the server was started: commands cannot change any more in %s on line %d
bool(false)
array(1) {
  ["a"]=>
  array(1) {
    ["b"]=>
    NULL
  }
}
string(6) ""text""
string(4) "TEXT"
float(12.5)

Warning: Swoole\Server::command(): the command "echo" is not for processes of type 32 in %s on line %d
bool(false)
[%s]%wWARNING%wthere is no command "none"
bool(false)
ValueError: Swoole\Server::command(): Argument #4 ($data) cannot be written as JSON
ValueError: Swoole\Server::command(): Argument #4 ($data) must have at most %d bytes as JSON, 1048578 given
bool(true)
