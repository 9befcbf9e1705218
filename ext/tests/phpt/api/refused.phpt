--TEST--
Values that the API does not allow: false and a warning where Swoole returns false, an exception where it throws or has undefined behaviour
--EXTENSIONS--
pcntl
sockets
--FILE--
<?php
use Swoole\Client;
use Swoole\Coroutine\Client as CoroutineClient;
use Swoole\Coroutine\Socket;
use Swoole\Coroutine\System;
use Swoole\Event;
use Swoole\Process;
use Swoole\Table;
use Swoole\Timer;

const EINVAL = 22;
const INVALID_PARAMS = SWOOLE_ERROR_INVALID_PARAMS;

Swoole\Coroutine::set(['hook_flags' => 0]);
$process = new Process(strlen(...));
$queue = new Process(strlen(...));
$queue->useQueue(0, 2 | Process::IPC_NOWAIT);
$table = new Table(8);
$socket = new Socket(AF_INET6, SOCK_DGRAM);
$stream = new Socket(AF_INET, SOCK_STREAM);
[$pair] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$closed] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fclose($closed);
$server = new Swoole\Server('127.0.0.1', 0);
// The call, and what swoole_last_error() is after it.
$refused = [
    [fn() => Timer::after(0, 'strlen'), EINVAL],
    [fn() => Timer::tick(-1, 'strlen'), EINVAL],
    [fn() => swoole_timer_after(0, 'strlen'), EINVAL],
    [fn() => $process->getPriority(PRIO_USER), INVALID_PARAMS],
    [fn() => $process->setPriority(PRIO_PGRP, 1), INVALID_PARAMS],
    [fn() => $process->name(''), EINVAL],
    [fn() => $process->write(''), EINVAL],
    [fn() => $queue->push(''), EINVAL],
    [fn() => $queue->push(str_repeat('x', 1 << 20)), EINVAL],
    [fn() => Process::kill(getmypid(), 999), EINVAL],
    [fn() => Process::kill(PHP_INT_MAX, 0), EINVAL],
    [fn() => Process::signal(999, 'strlen'), EINVAL],
    [fn() => Process::signal(0, 'strlen'), EINVAL],
    [fn() => Process::alarm(1, 9), EINVAL],
    [fn() => Process::setAffinity([]), EINVAL],
    [fn() => Process::setAffinity([1 << 20]), EINVAL],
    [fn() => Event::add($pair, null, 'strlen'), EINVAL],
    [fn() => Event::add($pair, 'strlen', null, SWOOLE_EVENT_WRITE), EINVAL],
    [fn() => Event::add($pair, 'strlen', null, 1), EINVAL],
    [fn() => Event::set($pair, null, null, 1), EINVAL],
    [fn() => Event::add($closed, 'strlen'), EINVAL],
    [fn() => Event::add('no descriptor', 'strlen'), EINVAL],
    [fn() => Event::write($closed, 'x'), EINVAL],
    [fn() => System::waitEvent($closed), EINVAL],
    [fn() => Swoole\Redis\Server::format(99), EINVAL],
    [fn() => $server->getClientList(0, 101), EINVAL],
    [fn() => $server->addCommand('', SWOOLE_SERVER_COMMAND_MASTER, 'strlen'), EINVAL],
    [fn() => $server->addCommand('a', 0, 'strlen'), EINVAL],
    [fn() => $table->column('', Table::TYPE_INT), EINVAL],
    [fn() => $table->column('a', 99), EINVAL],
    [fn() => $table->column('a', Table::TYPE_STRING), EINVAL],
    [fn() => $socket->setOption(IPPROTO_IPV6, IPV6_PKTINFO, []), EINVAL],
    [fn() => $socket->setOption(SOL_SOCKET, SO_LINGER, ['l_onoff' => 1]), EINVAL],
    [fn() => $socket->setOption(SOL_SOCKET, SO_RCVTIMEO, ['sec' => -1, 'usec' => 0]), EINVAL],
    [fn() => $socket->setOption(IPPROTO_IPV6, MCAST_JOIN_GROUP, ['interface' => 0]), EINVAL],
    [fn() => $socket->bind('::1', 65536), EINVAL],
    [fn() => $socket->sendto('::1', 65536, 'x'), EINVAL],
    [fn() => $stream->listen(-1), EINVAL],
    [fn() => $stream->shutdown(9), EINVAL],
    [fn() => $stream->cancel(9), EINVAL],
    [fn() => $stream->sendFile(__FILE__, -1), EINVAL],
    [fn() => $stream->connect('', 80), EINVAL],
    [fn() => $stream->connect('127.0.0.1', 0), EINVAL],
    [fn() => (new Client(SWOOLE_TCP))->connect('', 80), EINVAL],
    [fn() => (new Client(SWOOLE_TCP))->connect('127.0.0.1', 65536), EINVAL],
    [fn() => (new Client(SWOOLE_UDP))->sendto('127.0.0.1', 0, 'x'), EINVAL],
    [fn() => (new Client(SWOOLE_TCP))->shutdown(9), EINVAL],
    [fn() => (new CoroutineClient(SWOOLE_TCP))->connect('', 80), EINVAL],
    [fn() => (new CoroutineClient(SWOOLE_TCP))->connect('127.0.0.1', 0), EINVAL],
    [fn() => (new CoroutineClient(SWOOLE_UDP))->recvfrom(0, $address), EINVAL],
    [fn() => System::sleep(-1), EINVAL],
    [fn() => System::sleep(NAN), EINVAL],
    [fn() => System::exec(''), EINVAL],
    [fn() => System::gethostbyname(''), EINVAL],
    [fn() => System::gethostbyname('localhost', 99), EINVAL],
    [fn() => System::getaddrinfo(''), EINVAL],
    [fn() => System::waitPid(PHP_INT_MAX), EINVAL],
    [fn() => System::waitSignal(999), EINVAL],
    [fn() => System::waitSignal([]), EINVAL],
    [fn() => System::waitEvent($pair, 0), EINVAL],
    [fn() => swoole_set_process_name(''), EINVAL],
    [fn() => swoole_get_local_ip(99) !== [], EINVAL],
];
// Constructors, which cannot return false, and values that Swoole passes on unchecked.
$thrown = [
    fn() => new Swoole\Server('127.0.0.1', 70000),
    fn() => new Swoole\Server('127.0.0.1', 0, 99),
    fn() => new Client(99),
    fn() => new Table(0),
    fn() => new Swoole\Lock(99),
    fn() => new Process\Pool(0),
    fn() => new Process('strlen', false, 99),
    fn() => $process->read(0),
    fn() => $process->close(99),
    fn() => new Swoole\Buffer(0),
];
$warnings = [];
set_error_handler(function (int $level, string $text) use (&$warnings) { $warnings[] = $text; return true; });
function lines(Closure $call): string
{
    $code = implode('', array_slice(file(__FILE__), (new ReflectionFunction($call))->getStartLine() - 1, 1));
    return trim($code);
}
Co\run(function () use ($refused, $thrown, &$warnings) {
    foreach ($refused as [$call, $error]) {
        $warnings = [];
        swoole_clear_error();
        try {
            $result = $call();
        } catch (Throwable $why) {
            $result = get_class($why) . ': ' . $why->getMessage();
        }
        $wrong = $result !== false || count($warnings) !== 1 || !str_contains($warnings[0], 'Argument #') || swoole_last_error() !== $error;
        if ($wrong) echo lines($call), ' ', var_export($result, true), ' ', implode(', ', $warnings), ' ', swoole_last_error(), "\n";
    }
    foreach ($thrown as $call) {
        try {
            $call();
            echo lines($call), " throws nothing\n";
        } catch (ValueError $why) {
        }
    }
});
var_dump($stream->errCode, Process::kill(getmypid(), 0), Process::signal(SIGUSR1, 'strlen'), Process::signal(SIGUSR1));
$lock = new Swoole\Coroutine\Lock;
var_dump($lock->lock(), $lock->errCode === SWOOLE_ERROR_CO_OUT_OF_COROUTINE, $lock->trylock(), swoole_last_error() === $lock->errCode, $lock->unlock());
$queue->freeQueue();
?>
--EXPECT--
int(22)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
