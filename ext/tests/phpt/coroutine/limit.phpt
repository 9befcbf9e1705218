--TEST--
Coroutine: max_coroutine, stats, list, and what works outside of coroutines
--FILE--
<?php
require __DIR__ . '/../server.inc';
var_dump(Swoole\Coroutine::getCid(), Swoole\Coroutine::getPcid(), Swoole\Coroutine::exists(1), Swoole\Coroutine::stats()['coroutine_num'], iterator_to_array(Swoole\Coroutine::list()));
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
ignore_user_abort(false);
$server->on('request', function ($request, $response) {
    if ($request->server['path_info'] === '/many') {
        $made = [];
        set_error_handler(function ($code, $text) { echo "$text\n"; return true; });
        for ($i = 0; $i < 6; ++$i) $made[] = Co::create(function () { Co::yield(); }) !== false;
        $error = swoole_last_error() === SWOOLE_ERROR_CO_OUT_OF_COROUTINE || swoole_last_error();
        $stats = Co::stats();
        $ids = iterator_to_array(Co::list());
        foreach ($ids as $id) if ($id !== Co::getCid()) Co::resume($id);
        return $response->end(json_encode([$made, $error, $stats['coroutine_num'], $stats['coroutine_peak_num'], count($ids), Co::stats()['coroutine_num']]));
    }
    if ($request->server['path_info'] === '/wait') { $response->write('waits'); Co::yield(); return $response->end(); }
    foreach (iterator_to_array(Co::list()) as $id) if ($id !== Co::getCid()) Co::resume($id);
    $response->end('resumed');
});
PHP, ['max_coroutine' => 4, 'enable_coroutine' => true]);
echo $server->get('/many'), "\n";
$waiting = [];
for ($i = 0; $i < 4; ++$i) {
    $waiting[] = $connection = $server->connect();
    fwrite($connection, request('/wait'));
    fgets($connection);
}
echo status($server->ask('/wait')), "\n";
fclose($waiting[0]);
do $answer = $server->ask('/'); while (!str_contains($answer, '200'));
echo body($answer), "\n";
echo $server->stop();
?>
--EXPECT--
int(-1)
bool(false)
bool(false)
int(0)
array(0) {
}
[[true,true,true,false,false,false],true,4,4,4,1]
HTTP/1.1 503 Service Unavailable
resumed
Swoole\Coroutine::create(): max_coroutine is reached: there are 4
Swoole\Coroutine::create(): max_coroutine is reached: there are 4
Swoole\Coroutine::create(): max_coroutine is reached: there are 4
