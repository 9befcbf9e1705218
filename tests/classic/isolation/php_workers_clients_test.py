"""Clients of PHP workers over TLS and HTTP/2: those that send or read slowly do not occupy a worker, and scripts see the same request
as in a context."""
import json
import os

import http2_wire as h2
from certificates import over_tls, tls_context
from harness import ROOT
from http_client import Client, request
from php_workers_test import ProcessTest
from fpm_site import DIFFERENT

SLOW = 10  # of a kind; there are two PHP workers
PIECE = b"x" * 100_000
LONG = "<?php for ($i = 0; $i < 40; ++$i) { echo str_repeat(chr(65 + $i % 26), 100_000); }"
ANSWER = b"".join(bytes([65 + i % 26]) * 100_000 for i in range(40))
SMALL_BUFFER = 4096
UPLOAD = f"POST /size.php HTTP/1.1\r\nHost: a\r\nContent-Length: {2 * len(PIECE)}\r\n\r\n"


class OverTls(ProcessTest):
    def tls_site(self, isolation="process"):
        self.write("site/size.php", "<?php echo strlen(file_get_contents('php://input'));")
        self.write("site/long.php", LONG)
        self.write("site/long.txt", ANSWER.decode())
        self.write("site/dump.php", (ROOT / "tests/classic/requests/site/dump.php").read_text())
        return self.site("2", "--tls", "self-signed", isolation=isolation)

    def connect(self, server, **more):
        client = Client(("127.0.0.1", server.port), **more)
        self.addCleanup(client.close)
        return over_tls(client)

    def connect_http2(self, server, **announced):
        client = h2.H2Client(("127.0.0.1", server.port), tls=tls_context(protocols=("h2",)), **announced)
        self.addCleanup(client.close)
        return client


class SlowClientsTest(OverTls):
    def test_slow_clients(self):
        """Those that send a body, read the answer of a script, or read a file."""
        server = self.tls_site()
        senders = [self.connect(server).send(UPLOAD, PIECE) for _ in range(SLOW)]
        readers = [self.connect(server, receive_buffer=SMALL_BUFFER).send(request(path=path)) for path in ("/long.php", "/long.txt") for _ in range(SLOW)]
        heads = [reader.head() for reader in readers]
        for _ in range(3):
            self.assertEqual(self.connect(server).ask().status, 200)
        for sender in senders:
            self.assertEqual(sender.send(PIECE).response().text, str(2 * len(PIECE)))
        for reader, head in zip(readers, heads):
            self.assertTrue(reader.body(head).body == ANSWER)

    def test_slow_clients_that_go_away(self):
        server = self.tls_site()
        for kind in (UPLOAD, request(path="/long.php")):
            slow = [self.connect(server, receive_buffer=SMALL_BUFFER).send(kind) for _ in range(SLOW)]
            if kind != UPLOAD:
                for client in slow:
                    client.head()
            for client in slow:
                client.close()
        self.assertEqual(self.connect(server).ask(path="/long.php").body, ANSWER)


class Http2Test(OverTls):
    def test_streams_side_by_side(self):
        """One connection: a script that waits, slow bodies, answers that the client does not read, and among them a page and a file."""
        server = self.tls_site()
        os.mkfifo(self.folder / "go-a")
        client = self.connect_http2(server, initial_window_size=0)
        client.send(h2.get(1, "/?hold=a", scheme="https"))
        slow = range(3, 3 + 2 * SLOW, 2)
        for stream in slow:
            block = h2.request_block("/size.php", ("content-length", "4"), method="POST", scheme="https")
            client.send(h2.headers(stream, block, end=False), h2.data(stream, b"xx", end=False))
        unread = range(101, 101 + 2 * SLOW, 2)
        for stream in unread:
            client.send(h2.get(stream, "/long.php", scheme="https"))
        client.until(lambda: all(client.on(stream).status for stream in unread), "the heads of unread answers")
        self.assertEqual(self.read(client, 201, h2.get(201, "/?page", scheme="https")).status, 200)
        self.assertEqual(self.read(client, 203, h2.get(203, "/page.txt", scheme="https")).text, "a file")
        for stream in slow:
            self.assertEqual(self.read(client, stream, h2.data(stream, b"xx")).text, "4")
        with open(self.folder / "go-a", "w"):
            pass
        self.assertEqual(self.read(client, 1, b"").status, 200)
        self.assertTrue(all(not client.on(stream).over() for stream in unread))

    @staticmethod
    def read(client, stream, sent):
        """The answer to what is sent, in a window that is open for this stream alone."""
        client.send(sent)
        client.open_window(stream, 1000)
        return client.answer(stream)

    def test_variables_are_those_of_a_context(self):
        servers = [self.tls_site(isolation) for isolation in ("process", "context")]
        self.write("site/index.php", "<?php require __DIR__ . '/dump.php';")
        for ask in (self.ask_http1, self.ask_http2):
            here, there = (ask(server) for server in servers)
            self.assertEqual({name: value for name, value in here.items() if name not in DIFFERENT},
                             {name: value for name, value in there.items() if name not in DIFFERENT})
            self.assertEqual((here["HTTPS"], here["REQUEST_SCHEME"], here["SERVER_NAME"], here["SERVER_PORT"]),
                             ("on", "https", "example.test", str(servers[0].port)))
            self.assertEqual(here["SERVER_PROTOCOL"], "HTTP/1.1" if ask == self.ask_http1 else "HTTP/2.0")

    def ask_http1(self, server):
        return json.loads(self.connect(server).ask(path="/dump.php/a?b=c", fields=[("Host", "example.test"), ("Cookie", "a=b; c=d")]).text)

    def ask_http2(self, server):
        client = self.connect_http2(server)
        fields = (("cookie", "a=b"), ("cookie", "c=d"))
        return json.loads(client.fetch("/dump.php/a?b=c", *fields, stream=1, scheme="https", authority="example.test").text)
