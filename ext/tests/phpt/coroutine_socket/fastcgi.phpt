--TEST--
Coroutine\Socket and clients, open_fastcgi_protocol: recvPacket() returns one record of FastCGI with its padding
--FILE--
<?php
use Swoole\Coroutine\Client;
use Swoole\Coroutine\Socket;
use Swoole\FastCGI\FrameParser;
use Swoole\FastCGI\Record\{EndRequest, Stdout};

require __DIR__ . '/pair.inc';

function record(string $content, string $padding): string
{
    return pack('CCnnCC', 1, 6, 1, strlen($content), strlen($padding), 0) . $content . $padding;
}
$records = [record('hello', '***'), record('', ''), record(str_repeat('x', 65535), str_repeat('-', 255)), (string) new EndRequest(0, 0)];

Co\run(function () use ($records) {
    [$one, $two] = socket_pair();
    $one->setProtocol(['open_fastcgi_protocol' => true]);
    go(function () use ($two, $records) {
        foreach (str_split(implode('', $records), 7) as $piece) $two->sendAll($piece);
        $two->sendAll("\x02 is no version");
        $two->close();
    });
    foreach ($records as $record) var_dump($one->recvPacket(5) === $record);
    var_dump($one->recvPacket(5), $one->errCode === SWOOLE_ERROR_PACKAGE_MALFORMED_DATA);

    $listener = new Socket(AF_INET, SOCK_STREAM);
    $listener->bind('127.0.0.1');
    $listener->listen();
    go(function () use ($listener, $records) { $peer = $listener->accept(); $peer->sendAll($records[0] . $records[3]); $peer->close(); });
    $client = new Client(SWOOLE_SOCK_TCP);
    $client->set(['open_fastcgi_protocol' => true, 'timeout' => 5]);
    $client->connect('127.0.0.1', $listener->getsockname()['port']);
    $first = $client->recv();
    var_dump(FrameParser::parseFrame($first) instanceof Stdout, $client->recv() === $records[3], $client->recv());
});
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
string(0) ""
