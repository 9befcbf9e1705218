--TEST--
Manual: Coroutine\Http\Server: upgrade(), recv() and push()
--FILE--
<?php
use Swoole\Coroutine\Http\Server;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\WebSocket\CloseFrame;
use Swoole\WebSocket\Frame;
use function Swoole\Coroutine\go;
use function Swoole\Coroutine\run;

run(function () {
    $server = new Server('127.0.0.1', 0);
    $server->handle('/websocket', function (Request $request, Response $ws) use ($server) {
        $ws->upgrade();
        while (true) {
            $frame = $ws->recv(30);
            if ($frame === '' || $frame === false || $frame->data === 'close' || $frame instanceof CloseFrame) {
                $ws->close();
                break;
            }
            $ws->push("Hello {$frame->data}!");
            $ws->push("How are you, {$frame->data}?");
        }
        $server->shutdown();
    });
    go(function () use ($server) {
        $client = new Swoole\Coroutine\Socket(AF_INET, SOCK_STREAM, 0);
        $client->connect('127.0.0.1', $server->port);
        $client->sendAll("GET /websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            . "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        $client->setProtocol(['open_eof_check' => true, 'package_eof' => "\r\n"]);
        do {
            $line = $client->recvPacket(5);
            if (preg_match('~^(HTTP|Sec-WebSocket-Accept)~', $line)) echo $line;
        } while ($line !== "\r\n");
        $client->sendAll(Swoole\WebSocket\Server::pack('client', WEBSOCKET_OPCODE_TEXT, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_MASK));
        foreach ([2 + 13, 2 + 20] as $size) {
            $frame = Swoole\WebSocket\Server::unpack($client->recvAll($size, 5));
            var_dump($frame->data, $frame->opcode === WEBSOCKET_OPCODE_TEXT, $frame->finish);
        }
        $client->sendAll(Frame::pack('close', WEBSOCKET_OPCODE_TEXT, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_MASK));
        var_dump(ord($client->recv(100, 5)[0]) === 0x88);
        $client->close();
    });
    $server->start();
});
gc_collect_cycles();  // the server and its handlers
?>
--EXPECT--
HTTP/1.1 101 Switching Protocols
Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
string(13) "Hello client!"
bool(true)
bool(true)
string(20) "How are you, client?"
bool(true)
bool(true)
bool(true)
