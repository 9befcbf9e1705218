--TEST--
Server: stopping cancels who still sleeps, so that finally blocks and destructors run; the order of events
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
foreach (['managerStart', 'shutdown', 'beforeShutdown', 'managerStop'] as $event) $server->on($event, function () use ($event) { echo "$event\n"; });
$server->on('start', function ($server) { echo "start\n"; report_port($server); });
$server->on('workerStart', function ($server, $id) {
    echo "workerStart $id\n";
    Co::create(function () { try { Co::sleep(1000); } finally { echo "sleeper's finally\n"; } });
    Co::create(function () { try { Co::yield(); echo "not reached\n"; } catch (Co\CanceledException $e) { echo "cancelled\n"; try { Co::sleep(1000); } finally { echo "inner finally\n"; } } });
});
$server->on('workerExit', function ($server, $id) { echo "workerExit $id\n"; });
$server->on('workerStop', function ($server, $id) { echo "workerStop $id\n"; });
$server->on('request', function ($request, $response) {
    $object = new class { public function __destruct() { echo "destructor\n"; } };
    if ($request->server['path_info'] === '/wait') { $response->write('waits'); Co::yield(); }
    $response->end('done');
});
PHP, ['max_wait_time' => 15]);
echo $server->get('/'), "\n";
$connection = $server->connect();
fwrite($connection, request('/wait'));
fgets($connection);
$said = explode("\n", $server->stop());
$masters = ['start', 'managerStart', 'beforeShutdown', 'managerStop', 'shutdown'];
echo implode("\n", array_intersect($said, $masters)), "\n--\n", implode("\n", array_diff($said, $masters));
?>
--EXPECT--
done
start
managerStart
beforeShutdown
managerStop
shutdown
--
workerStart 0
destructor
sleeper's finally
cancelled
destructor
inner finally
workerStop 0
