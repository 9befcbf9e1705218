--TEST--
Swoole\Curl\Handler: transfers suspend; failures, wrong options, after close()
--EXTENSIONS--
curl
--FILE--
<?php
use Swoole\Curl\Handler;

Co\run(function () {
    Swoole\Runtime::setHookFlags(0);
    $server = new Co\Http\Server('127.0.0.1', 0);
    $running = $most = 0;
    $server->handle('/', function ($request, $response) use (&$running, &$most) {
        $most = max($most, ++$running);
        Co::sleep(0.1);
        --$running;
        $response->end($request->server['request_method'] . $request->getContent());
    });
    go(fn () => $server->start());
    Swoole\Coroutine\parallel(5, function () use ($server) {
        $handler = new Handler("http://127.0.0.1:$server->port/");
        $handler->setOpt(CURLOPT_RETURNTRANSFER, true);
        echo $handler->exec(), ' ', $handler->getContent(), ' ', $handler->getInfo()['http_code'], ' ', $handler->errno(), "\n";
    });
    var_dump($most > 1);
    $handler = new Handler;
    var_dump($handler->isAvailable(), $handler->getContent(), (string) $handler === 'Object(' . spl_object_id($handler) . ') of type (curl)');
    $handler->setOpt(CURLOPT_URL, "http://127.0.0.1:$server->port/");
    $handler->setOpt(CURLOPT_POSTFIELDS, ' body');
    var_dump($handler->exec());
    $handler->reset();
    var_dump($handler->exec(), $handler->errno() === CURLE_URL_MALFORMAT, $handler->error() !== '');
    $server->shutdown();
    $handler->setOpt(CURLOPT_URL, 'http://127.0.0.1:1/');
    var_dump($handler->exec(), $handler->errno() === CURLE_COULDNT_CONNECT);
    try { $handler->setOpt(-5, 1); } catch (Swoole\Curl\Exception $error) { echo $error->getMessage(), "\n"; }
    $handler->close();
    var_dump($handler->isAvailable());
    try { $handler->exec(); } catch (Error $error) { echo $error->getMessage(), "\n"; }
});
?>
--EXPECT--
GET GET 200 0
GET GET 200 0
GET GET 200 0
GET GET 200 0
GET GET 200 0
bool(true)
bool(true)
bool(false)
bool(true)
POST bodybool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
curl_setopt(): Argument #2 ($option) is not a valid cURL option
bool(false)
This handle of curl is closed
