--TEST--
Server::start: what cannot start says why, and methods of a server that does not run
--FILE--
<?php
use Swoole\Http\Server;
function attempt(callable $call) {
    try { var_dump($call()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
attempt(fn () => (new Server('127.0.0.1', 0))->start());
attempt(function () { $s = new Server('127.0.0.1', 0, SWOOLE_PROCESS, SWOOLE_SOCK_TCP | SWOOLE_SSL); $s->on('request', fn () => 1); return $s->start(); });
attempt(function () { $s = new Swoole\Server('127.0.0.1', 0); $s->on('connect', fn () => 1); return $s->start(); });
$s = new Server('127.0.0.1', 0);
foreach (['stop', 'reload', 'shutdown', 'stats'] as $method) attempt(fn () => @$s->$method());
attempt(fn () => @$s->getClientInfo(1));
attempt(fn () => @$s->getClientList());
attempt(fn () => @$s->close(1));
attempt(fn () => $s->exists(1));
attempt(fn () => [$s->getWorkerId(), $s->getWorkerPid(), $s->getWorkerStatus(), $s->getMasterPid(), $s->getManagerPid()]);
?>
--EXPECT--
Swoole\Exception: port 0: there is no callback for the request event
Swoole\Exception: port 0: TLS needs ssl_cert_file, or tls => 'self-signed'
Swoole\Exception: port 0: there is no callback for the receive event
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
array(5) {
  [0]=>
  bool(false)
  [1]=>
  bool(false)
  [2]=>
  bool(false)
  [3]=>
  int(0)
  [4]=>
  int(0)
}
