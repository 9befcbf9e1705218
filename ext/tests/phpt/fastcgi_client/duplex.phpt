--TEST--
Coroutine\FastCGI\Client: a server that answers before it has read the request, or instead of it
--FILE--
<?php
require __DIR__ . '/peer.inc';
use Swoole\Coroutine\FastCGI\Client;
use Swoole\FastCGI;
use Swoole\FastCGI\Record\{EndRequest, Stdout};

const SIZE = 8 << 20;

Co\run(function () {
    $mode = '';
    $arrived = new Swoole\Coroutine\Channel(9);
    $done = new Swoole\Coroutine\Channel();
    $server = serve(function ($socket) use (&$mode, $arrived, $done) {
        $head = "Content-Type: text/plain\r\n\r\n";
        switch ($mode) {
            case 'output first':  // as a program that writes more than connections hold, and reads afterwards
                $socket->sendAll((string) new Stdout($head));
                foreach (str_split(str_repeat('o', SIZE), 65535) as $part) $socket->sendAll((string) new Stdout($part));
                $socket->sendAll(new Stdout(' ' . strlen(receive($socket)->body)) . new EndRequest());
                break;
            case 'answer and no reading':
                $socket->sendAll(answer($head . 'enough'));
                while (($data = $socket->recv()) !== '' && $data !== false);
                break;
            case 'refusal':
                $socket->recv(10);
                $socket->sendAll((string) new EndRequest(FastCGI::OVERLOADED));
                while (($data = $socket->recv()) !== '' && $data !== false);
                break;
            case 'silence':
                $socket->recv(10);
                $arrived->push(true);
                $done->pop();
        }
    });
    $request = page()->withMethod('POST')->withBody(str_repeat('i', SIZE))->withKeepConn(true);
    foreach (['output first', 'answer and no reading', 'refusal'] as $mode) {
        echo "$mode: ";
        tell(function () use ($server, $request) {
            $body = (new Client('127.0.0.1', $server->port))->execute($request, 60)->getBody();
            return strlen($body) > 100 ? strlen($body) . substr($body, -10) : $body;
        });
    }
    $mode = 'silence';
    tell(fn() => (new Client('127.0.0.1', $server->port))->execute($request, 0.05));
    $arrived->pop();
    $cid = go(fn() => tell(fn() => (new Client('127.0.0.1', $server->port))->execute($request)));
    $arrived->pop();
    Co::cancel($cid);
    $done->close();
    $server->shutdown();
});
?>
--EXPECT--
output first: 8388616oo 8388608
answer and no reading: enough
refusal: Swoole\Coroutine\FastCGI\Client\Exception 508: The FastCGI server is overloaded (FCGI_OVERLOADED)
Swoole\Coroutine\FastCGI\Client\Exception 110: Connection timed out
Swoole\Coroutine\FastCGI\Client\Exception 125: Operation canceled
