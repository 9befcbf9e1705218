"""A WebSocket server that says what it is told, and the tests of one."""
from php_program import PhpFile
from server_case import SharedServer
from websocket_cases import echo
from websocket_client import CLOSE, PONG, WebSocket, close, text

COMPRESSION = {"websocket_compression": True, "websocket_compression_context": True}


class EchoTest(SharedServer):
    TLS = False
    OPTIONS = {}

    @classmethod
    def script(cls):
        return PhpFile("websocket/websocket_echo.php", cls.OPTIONS, tls=cls.TLS)

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
