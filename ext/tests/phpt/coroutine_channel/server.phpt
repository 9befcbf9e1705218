--TEST--
Channel: made and filled before the server starts; shared by the requests of a worker
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
use Swoole\Coroutine as Co;
$pool = new Chan(2);
$pool->push('one');
$pool->push('two');
$meet = new Chan(1);
$server->on('request', function ($request, $response) use ($pool, $meet) {
    switch ($request->server['request_uri']) {
        case '/pool':
            $thing = $pool->pop();
            Co::sleep(0.001);
            $pool->push($thing);
            return $response->end($thing);
        case '/wait': return $response->end('got ' . json_encode($meet->pop(30)));
        case '/say': $meet->push('what the other one said'); return $response->end('said');
        default: return $response->end(json_encode([$pool->stats(), $meet->stats()]));
    }
});
PHP);
echo $server->get('/pool'), ' ', $server->get('/pool'), ' ', $server->get('/pool'), "\n";
echo $server->get('/say'), ' ', $server->get('/wait'), "\n";
echo $server->get('/stats'), "\n";
echo preg_replace('/^\t(#.*|Stack trace:)\n/m', '', $server->stop());
?>
--EXPECT--
one two one
said got "what the other one said"
[{"consumer_num":0,"producer_num":0,"queue_num":2},{"consumer_num":0,"producer_num":0,"queue_num":0}]
