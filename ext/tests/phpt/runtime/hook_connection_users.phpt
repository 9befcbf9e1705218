--TEST--
hooks: a handle of curl is for one coroutine at a time, whose call gets its answer
--EXTENSIONS--
tern
curl
--FILE--
<?php
use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\Socket;

function attempt(Closure $call): void
{
    try {
        echo json_encode($call()), "\n";
    } catch (Swoole\Error $error) {
        echo $error->getCode() === SWOOLE_ERROR_CO_HAS_BEEN_BOUND ? strtok($error->getMessage(), ',') : $error, "\n";
    }
}

Coroutine\run(function () {
    $listening = new Socket(AF_INET, SOCK_STREAM, 0);
    $listening->bind('127.0.0.1', 0);
    $listening->listen();
    $asked = new Channel(1);
    $answer = new Channel(1);
    go(function () use ($listening, $asked, $answer) {
        $client = $listening->accept();
        $client->recv();
        $asked->push(true);
        $answer->pop();
        $client->sendAll("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    });
    $curl = curl_init("http://127.0.0.1:{$listening->getsockname()['port']}/");
    curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
    $ended = new Channel(1);
    go(function () use ($curl, $ended) {
        attempt(fn() => curl_exec($curl));
        $ended->push(true);
    });
    $asked->pop();
    attempt(fn() => curl_exec($curl));
    attempt(fn() => curl_reset($curl));
    attempt(fn() => curl_getinfo($curl, CURLINFO_HTTP_CODE));
    attempt(fn() => clone $curl);
    attempt(fn() => curl_version()['version'] !== '');
    $answer->push(true);
    $ended->pop();
    attempt(fn() => curl_getinfo($curl, CURLINFO_HTTP_CODE));
});
?>
--EXPECT--
CurlHandle is used by another coroutine#3
CurlHandle is used by another coroutine#3
CurlHandle is used by another coroutine#3
CurlHandle is used by another coroutine#3
true
"hello"
200
