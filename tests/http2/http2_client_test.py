# Time limit: 200 s
"""Swoole\\Coroutine\\Http2\\Client against servers that others wrote, nginx and Python's h2, and against Tern's."""
import contextlib
import hashlib
import json
import struct
import sys
import unittest

from certificates import Certificates
from peer import Peer
from php_program import PhpFile
from server_case import TestCase
from server_process import Server
from web_servers import start_nginx

sys.path.append("/usr/lib/python3/dist-packages")  # where distributions put it, whatever Python runs
try:
    import h2.config
    import h2.connection
    import h2.events
    import h2.exceptions
except ImportError:
    h2 = None

LARGE = 1_000_000
SERVERS = """
    server {{
        listen 127.0.0.1:{port} http2; listen 127.0.0.1:{ports[tls]} ssl http2;
        keepalive_requests 100; gzip on; gzip_types *;
        location = /put {{ dav_methods PUT; }}
    }}
"""


def run(scenario, port, **given):
    """What the scenario of http2_client.php returns."""
    return json.loads(PhpFile("http2/http2_client.php", scenario=scenario, port=port, **given).run())


class NginxTest(TestCase):
    @classmethod
    def setUpClass(cls):
        certificates = Certificates()
        cls.addClassCleanup(certificates.close)
        authority, _ = certificates.issue("authority", authority=True)
        cls.authority = str(authority)
        nginx = start_nginx(SERVERS, *certificates.issue("server", "authority", names=["localhost"]), ["tls"])
        cls.addClassCleanup(nginx.close)
        cls.port, cls.tls = nginx.port, nginx.ports["tls"]
        cls.body = b"0123456789" * (LARGE // 10)
        (nginx.folder / "root/large").write_bytes(cls.body)
        (nginx.folder / "root/small").write_bytes(b"small")

    def test_many_large_responses(self):
        expected = [200, 0, LARGE, hashlib.sha256(self.body).hexdigest()]
        for more in ({"port": self.port}, {"port": self.tls, "authority": self.authority},
                     {"port": self.port, "settings": {"init_window_size": 5000, "max_frame_size": 100_000}}):
            found = run("get_many", count=20, target="/large", **more)
            self.assertEqual((found["distinct"], found["count"]), ([expected], 20))
            self.assertIn("nginx", found["server"])

    def test_an_upload(self):
        for more in ({"port": self.port}, {"port": self.tls, "authority": self.authority}):
            status, same = run("put_and_get", size=3_000_000, **more)
            self.assertIn(status, (201, 204))
            self.assertTrue(same)

    def test_a_connection_that_ends_after_a_hundred_requests(self):
        done, connections = run("get_over_connections", port=self.port, target="/small", count=450)
        self.assertEqual(done, 450)
        self.assertGreaterEqual(connections, 5)


class Talk:
    """One connection to a server of Python's h2. Streams are answered by the function of their path."""

    def __init__(self, client):
        self.client = client
        self.connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.paths, self.bodies, self.unsent = {}, {}, {}

    def run(self):
        with contextlib.suppress(h2.exceptions.ProtocolError):
            self.connection.initiate_connection()
            self.client.sendall(self.connection.data_to_send())
            while received := self.client.recv(65536):
                for event in self.connection.receive_data(received):
                    self.handle(event)
                self.send_bodies()
                self.client.sendall(self.connection.data_to_send())

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            self.paths[event.stream_id] = dict(event.headers)[":path"]
            self.bodies[event.stream_id] = b""
        elif isinstance(event, h2.events.DataReceived):
            self.bodies[event.stream_id] += event.data
            self.connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            if self.paths[event.stream_id] == "/Echo/Stream":
                self.echo(event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            getattr(self, "on" + self.paths[event.stream_id].replace("/", "_").replace("-", "_").lower())(event.stream_id)

    def send_bodies(self):
        """As far as the windows of the client allow; then the trailers."""
        for stream, (body, trailers) in list(self.unsent.items()):
            while body:
                room = min(self.connection.local_flow_control_window(stream), self.connection.max_outbound_frame_size)
                if room <= 0:
                    break
                self.connection.send_data(stream, body[:room])
                body = body[room:]
            self.unsent[stream] = (body, trailers)
            if not body and trailers is not None:
                self.connection.send_headers(stream, trailers, end_stream=True)
                del self.unsent[stream]

    def respond(self, stream, messages, trailers):
        if stream not in self.unsent:
            self.connection.send_headers(stream, [(":status", "200"), ("content-type", "application/grpc")])
        body = b"".join(struct.pack(">BI", 0, len(one)) + one for one in messages)
        self.unsent[stream] = (self.unsent.get(stream, (b"", None))[0] + body, trailers)

    def messages(self, stream):
        found, body = [], self.bodies[stream]
        while len(body) >= 5 and len(body) >= 5 + struct.unpack(">I", body[1:5])[0]:
            size = struct.unpack(">I", body[1:5])[0]
            found.append(body[5:5 + size])
            body = body[5 + size:]
        self.bodies[stream] = body
        return found

    def echo(self, stream):
        self.respond(stream, self.messages(stream), None)

    def on_echo_unary(self, stream):
        self.respond(stream, self.messages(stream), [("grpc-status", "0")])

    def on_echo_count(self, stream):
        count = int(self.messages(stream)[0])
        self.respond(stream, [b"%d" % number * 50 for number in range(count)], [("grpc-status", "0")])

    def on_echo_stream(self, stream):
        self.respond(stream, [], [("grpc-status", "0")])

    def on_reset(self, stream):
        self.connection.send_headers(stream, [(":status", "200")])
        self.connection.reset_stream(stream, 11)

    def on_small_head(self, stream):
        self.connection.send_headers(stream, [(":status", "404")], end_stream=True)

    def on_goaway(self, stream):
        self.connection.send_headers(stream, [(":status", "200")], end_stream=True)
        self.connection.close_connection(0, b"that is all", stream)


@unittest.skipIf(h2 is None, "there is no Python module h2")
class PeerTest(TestCase):
    def setUp(self):
        self.peer = Peer(lambda client: Talk(client).run())
        self.addCleanup(self.peer.close)

    def run_with(self, scenario, **given):
        return run(scenario, self.peer.port, **given)

    def test_grpc_unary(self):
        self.assertEqual(self.run_with("unary"), [["hello"], "0", "application/grpc", False])

    def test_grpc_server_streaming(self):
        for settings in ({}, {"init_window_size": 3000}):
            found, status, in_pieces, rest = self.run_with("server_streaming", settings=settings)
            self.assertEqual((found, status), ({"1": 1000, "3": 2000}, {"1": "0", "3": "0"}))
            self.assertEqual((in_pieces, rest), (True, ""))

    def test_grpc_both_ways(self):
        self.assertEqual(self.run_with("both_ways"), [20, "message 20", "0"])

    def test_how_it_ends(self):
        self.assertEqual(self.run_with("ends"), {
            "/reset": [200, 11], "/small-head": [404, 0], "/goaway": [200, 5, 0, "that is all"],
            "after": [False, 0, False]})


class TernTest(TestCase):
    def test_many_responses(self):
        server = Server(PhpFile("http2/http2.php", {"open_http2_protocol": True}))
        self.addCleanup(server.stop)
        found = run("get_many", server.port, count=500, target="/")
        self.assertEqual((found["distinct"], found["count"]), ([[200, 0, 2, hashlib.sha256(b"ok").hexdigest()]], 500))


if __name__ == "__main__":
    unittest.main()
