--TEST--
Process\Pool: messages of clients, with and without coroutines
--FILE--
<?php
use Swoole\Process\Pool;
$path = __DIR__ . '/pool.sock';
foreach ([false, true] as $in_coroutines) {
    $pool = new Pool(1, SWOOLE_IPC_SOCKET, 0, $in_coroutines);
    $pool->set(['max_package_size' => 10]);
    var_dump($pool->listen("unix:$path"), $pool->write('no client'));
    $pool->on('message', function (Pool $pool, string $data) {
        if ($data === 'end') $pool->shutdown();
        var_dump($pool->write('got '), $pool->write($data), Co::getCid() > 0);
    });
    $client = new Swoole\Process(function () use ($path) {
        foreach (['one', 'eleven bytes', 'end'] as $word) {
            $client = stream_socket_client("unix://$path");
            fwrite($client, pack('N', strlen($word)) . $word);
            var_dump(substr(stream_get_contents($client), 4));
        }
    });
    $client->start();
    var_dump($pool->start(), Swoole\Process::wait()['code'], file_exists($path));
}
var_dump((new Pool(1, SWOOLE_IPC_SOCKET))->listen('unix:/no/such/folder/pool.sock'), swoole_last_error() > 0);
try { (new Pool(1, SWOOLE_IPC_SOCKET))->listen('127.0.0.1', 65536); } catch (ValueError $error) { echo $error->getMessage(), "\n"; }
try { (new Pool(1, SWOOLE_IPC_SOCKET))->start(); } catch (Swoole\Exception $error) { echo $error->getMessage(), "\n"; }
?>
--EXPECTF--
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
string(7) "got one"

Warning: a client of the pool sends 12 bytes: more than max_package_size in %s on line %d
string(0) ""
bool(true)
bool(true)
bool(false)
string(7) "got end"
NULL
int(0)
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
string(7) "got one"

Warning: a client of the pool sends 12 bytes: more than max_package_size in %s on line %d
string(0) ""
bool(true)
bool(true)
bool(true)
string(7) "got end"
NULL
int(0)
bool(false)
bool(false)
bool(true)
Swoole\Process\Pool::listen(): Argument #2 ($port) must be between 0 and 65535, 65536 given
a pool needs a callback for workerStart or message
