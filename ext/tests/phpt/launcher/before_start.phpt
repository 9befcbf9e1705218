--TEST--
start() asks the launcher first, where it is loaded
--FILE--
<?php
namespace Tern\Launcher;

function before_start(\Swoole\Server $server): void
{
    echo get_class($server), ' ', $server->ports[0]->host, "\n";
    $server->set(['worker_num' => 3]);
    throw new \Exception('not like this');
}

$server = new \Swoole\Http\Server('127.0.0.1', 0);
$server->on('request', fn() => 1);
try {
    $server->start();
} catch (\Exception $error) {
    echo $error->getMessage(), "\n";
}
var_dump($server->setting['worker_num']);
?>
--EXPECT--
Swoole\Http\Server 127.0.0.1
not like this
int(3)
