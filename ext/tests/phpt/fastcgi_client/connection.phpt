--TEST--
Coroutine\FastCGI\Client: one connection for several requests, time limits, a client that is in use
--FILE--
<?php
require __DIR__ . '/peer.inc';
use Swoole\Coroutine\Channel;
use Swoole\Coroutine\FastCGI\Client;

const HEAD = "Content-Type: text/plain\r\n\r\n";

tell(fn() => (new Client('127.0.0.1', 1))->execute(page()));
Co\run(function () {
    $connections = 0;
    $mode = 'keep';
    $gone = new Channel(100);
    $server = serve(function ($socket) use (&$connections, &$mode, $gone) {
        $number = ++$connections;
        for ($count = 1; $request = receive($socket); ++$count) {
            if ($mode === 'silent') { $gone->push('received'); $socket->recv(); return $gone->push('closed by the client'); }
            if ($mode === 'close while idle' && $count > 1) { return; }
            $socket->sendAll(answer(HEAD . "connection $number, request $count, flags $request->flags"));
            if ($mode === 'more') { $socket->sendAll('garbage'); }
            if ($mode === 'close') { $socket->close(); return $gone->push('closed'); }
        }
        $gone->push('end');
    });
    $port = $server->port;

    $client = new Client('127.0.0.1', $port);
    $kept = page()->withKeepConn(true);
    for ($i = 0; $i < 3; ++$i) tell(fn() => $client->execute($kept, 5)->getBody());
    tell(fn() => $client->execute(page(), 5)->getBody() . ', ' . $gone->pop());
    tell(fn() => $client->execute($kept, 5)->getBody());
    $copy = clone $client;
    tell(fn() => $copy->execute($kept, 5)->getBody());
    unset($copy);
    echo $gone->pop(), "\n";

    echo "closed between requests\n";
    $mode = 'close';
    tell(fn() => $client->execute($kept, 5)->getBody() . ', ' . $gone->pop());
    $mode = 'keep';
    tell(fn() => $client->execute($kept, 5)->getBody());

    echo "closed while a request arrives\n";
    $mode = 'close while idle';
    tell(fn() => $client->execute($kept, 5)->getBody());
    $mode = 'keep';
    tell(fn() => $client->execute($kept, 5)->getBody());
    $mode = 'close while idle';
    tell(fn() => $client->execute(page()->withMethod('POST')->withKeepConn(true), 5)->getBody());

    echo "bytes behind an answer\n";
    $mode = 'more';
    tell(fn() => $client->execute($kept, 5)->getBody());
    $mode = 'keep';
    tell(fn() => $client->execute($kept, 5)->getBody());

    echo "time limits\n";
    $mode = 'silent';
    while (!$gone->isEmpty()) $gone->pop();
    tell(fn() => (new Client('127.0.0.1', $port))->execute(page(), 0.05));
    echo $gone->pop(), ', ', $gone->pop(), "\n";
    $silent = new Client('127.0.0.1', $port);
    $cid = go(fn() => tell(fn() => $silent->execute(page())));
    $gone->pop();
    tell(fn() => str_replace($cid, 'N', (function () use ($silent) {
        try { $silent->execute(page()); } catch (Error $error) { return $error->getMessage(); }
    })()));
    Co::cancel($cid);
    echo $gone->pop(), "\n";
    $mode = 'keep';
    tell(fn() => $silent->execute(page(), 5)->getBody());

    unset($client, $silent);
    $server->shutdown();
    $unused = new Co\Socket(AF_INET, SOCK_STREAM);
    $unused->bind('127.0.0.1');
    try {
        (new Client('127.0.0.1', $unused->getsockname()['port']))->execute(page(), 5);
    } catch (Client\Exception $error) {
        echo $error->getCode(), ' ', str_replace((string) $unused->getsockname()['port'], 'PORT', $error->getMessage()), "\n";
    }
    tell(fn() => (new Client('unix:/nowhere/fpm.sock'))->execute(page(), 5));
});
?>
--EXPECT--
Swoole\Error 10001: API must be called in the coroutine
connection 1, request 1, flags 1
connection 1, request 2, flags 1
connection 1, request 3, flags 1
connection 1, request 4, flags 0, end
connection 2, request 1, flags 1
connection 3, request 1, flags 1
end
closed between requests
connection 2, request 2, flags 1, closed
connection 4, request 1, flags 1
closed while a request arrives
connection 5, request 1, flags 1
connection 5, request 2, flags 1
Swoole\Coroutine\FastCGI\Client\Exception 104: The FastCGI server closed the connection before its response was complete
bytes behind an answer
connection 6, request 1, flags 1
connection 7, request 1, flags 1
time limits
Swoole\Coroutine\FastCGI\Client\Exception 110: Connection timed out
received, closed by the client
The FastCGI client is in use by coroutine N
Swoole\Coroutine\FastCGI\Client\Exception 125: Operation canceled
closed by the client
connection 10, request 1, flags 0
111 Cannot connect to the FastCGI server 127.0.0.1:PORT: Connection refused
Swoole\Coroutine\FastCGI\Client\Exception 2: Cannot connect to the FastCGI server unix:/nowhere/fpm.sock: No such file or directory
