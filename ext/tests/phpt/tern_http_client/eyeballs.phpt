--TEST--
Tern\Http\Client: of several addresses the first one that answers counts (RFC 8305)
--FILE--
<?php
require __DIR__ . '/server.inc';
use Swoole\Coroutine\Socket;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\TernHttp\HappyEyeballs;

// A socket that takes no more connections: connect() to it hangs.
function deaf(string $address, int $port): array
{
    $socket = new Socket(AF_INET, SOCK_STREAM);
    $socket->bind($address, $port);
    $socket->listen(0);
    for ($held = [$socket]; ; $held[] = $client) {
        $client = new Socket(AF_INET, SOCK_STREAM);
        if (!$client->connect($address, $port, 0.5)) {
            return $held;
        }
    }
}

Co\run(function () {
    $server = new Scripted(fn() => response('hello'));
    $port = $server->port;
    $deaf = deaf('127.0.0.2', $port);
    $race = function (array $addresses, float $seconds) use ($port) {
        try {
            $socket = HappyEyeballs::run($addresses, $port, new Deadline($seconds));
            echo $socket->getpeername()['address'], "\n";
            $socket->close();
        } catch (Failure $why) {
            echo $why->getMessage(), "\n";
        }
    };
    $race(['127.0.0.1'], 30);
    $race(['127.0.0.1', '127.0.0.2'], 30);
    $race(['127.0.0.2', '127.0.0.1'], 30);
    $race(['127.0.0.3', '127.0.0.1'], 30);
    $race(['127.0.0.3', '127.0.0.2', '127.0.0.1'], 30);
    $race(['127.0.0.3', '127.0.0.4'], 30);
    $race(['127.0.0.2', '127.0.0.3'], 0.4);
    $race(['127.0.0.2'], 0.05);

    // Nobody else has to wait, and the losers are closed.
    $count = count(scandir('/proc/self/fd'));
    $race(['127.0.0.2', '127.0.0.3', '127.0.0.1'], 30);
    for ($n = 0; $n < 10_000 && count(scandir('/proc/self/fd')) !== $count; ++$n) {
        Co::sleep(0.001);
    }
    var_dump(count(scandir('/proc/self/fd')) - $count);

    $cid = go(function () use ($port) {
        try {
            HappyEyeballs::run(['127.0.0.2', '127.0.0.1'], $port, new Deadline(30));
        } catch (Failure $why) {
            echo $why->getMessage(), "\n";
        }
    });
    Co::cancel($cid);

    // By name: a server that listens only on one of the addresses of localhost.
    echo (new Tern\Http\Client())->get("http://localhost:$port/")->body(), "\n";
    $server->stop();
});
?>
--EXPECT--
127.0.0.1
127.0.0.1
127.0.0.1
127.0.0.1
127.0.0.1
Connection refused
Connection timed out
Connection timed out
127.0.0.1
int(0)
Operation canceled
hello
