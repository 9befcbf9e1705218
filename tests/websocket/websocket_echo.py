"""A WebSocket server that says what it is told, and the tests of one."""
from harness import SharedServer
from websocket_cases import echo
from websocket_client import CLOSE, PONG, WebSocket, close, text

COMPRESSION = "'websocket_compression' => true, 'websocket_compression_context' => true"

# Says what it is told; `close CODE REASON` ends the connection from its side. GET tells what it counted.
SCRIPT = r"""
$server = new Swoole\WebSocket\Server('127.0.0.1', 0, SWOOLE_BASE, %s);
$server->set(%s + ['worker_num' => 1, 'log_level' => SWOOLE_LOG_ERROR]);
$count = ['open' => 0, 'message' => 0, 'close' => 0];
$sockets = [];
$server->on('start', fn($server) => announce($server));
$server->on('open', function ($server, $request) use (&$count, &$sockets) {
    ++$count['open'];
    $sockets[$request->fd] = true;
});
$server->on('message', function ($server, $frame) use (&$count) {
    ++$count['message'];
    if (str_starts_with($frame->data, 'close ')) {
        [, $code, $reason] = explode(' ', $frame->data, 3);
        $server->disconnect($frame->fd, (int) $code, $reason);
        return;
    }
    $server->push($frame->fd, $frame->data, $frame->opcode, SWOOLE_WEBSOCKET_FLAG_FIN | SWOOLE_WEBSOCKET_FLAG_COMPRESS);
});
$server->on('close', function ($server, $fd) use (&$count, &$sockets) {
    $count['close'] += (int) isset($sockets[$fd]);
    unset($sockets[$fd]);
});
$server->on('request', function ($request, $response) use (&$count) {
    $response->end(json_encode($count));
});
$started = $server->start();
unset($server);
gc_collect_cycles();
exit($started ? 0 : 3);
"""


class EchoTest(SharedServer):
    SOCKET = "SWOOLE_SOCK_TCP"
    OPTIONS = "[]"

    @classmethod
    def script(cls):
        return SCRIPT % (cls.SOCKET, cls.OPTIONS)

    def connect(self, kind=WebSocket):
        socket = kind(("127.0.0.1", self.server.port))
        self.addCleanup(socket.close)
        return socket

    def open(self, offer=None, **changes):
        socket = self.connect()
        socket.open(offer, **changes)
        return socket

    def expect(self, socket, *events):
        """These and no others; pongs may overtake messages."""
        found = [socket.event() for _ in events]
        self.assertNotIn(None, found, f"the connection ended: {shown(found)}")
        self.assertEqual(sorted_out(found), sorted_out(events))
        return found

    def end_well(self, socket):
        """It still serves, and ends as we want it."""
        socket.send(text("still here?"))
        self.expect(socket, *echo("still here?"))
        socket.send(close(1000))
        self.assertEqual(shown(socket.events()), [(CLOSE, 1000)])
        socket.close()

    def still_serves(self):
        with self.open() as socket:
            self.end_well(socket)


def shown(events):
    """Close frames by their code."""
    pairs = [one and (one[0], one[1]) for one in events]
    return [(CLOSE, one[1][0]) if one and one[0] == CLOSE else one for one in pairs]


def sorted_out(events):
    """Each kind in its order; a short form of what is long."""
    pairs = [(kind, data if kind == CLOSE or len(data) < 300 else (len(data), hash(data))) for kind, data in shown(events)]
    return [one for one in pairs if one[0] != PONG], [one for one in pairs if one[0] == PONG]
