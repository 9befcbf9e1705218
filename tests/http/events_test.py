"""Server-sent events as a browser reads them: Tern\\Http\\EventStream."""
import re
import signal
import unittest

from harness import wait_until
from http_client import request
from php_program import PhpFile
from processes import alive
from server_case import SharedServer, TestCase

SMALL_BUFFERS = {"socket_buffer_size": 1 << 17, "kernel_socket_send_buffer_size": 1 << 16}


class Source:
    """Reads a stream by the HTML standard, 9.2.6."""

    def __init__(self, server, path, fields=(), **more):
        self.client = server.client(**more)
        self.client.send(request(path=path, fields=[("Accept", "text/event-stream"), *fields]))
        self.head = None
        self.text = ""
        self.ended = False
        self.last_id = ""
        self.retry = None
        self.comments = 0
        self.pending = {"data": [], "event": ""}

    def open(self):
        if self.head is None:
            self.head = self.client.head()
            if self.head.get("Transfer-Encoding") != "chunked":
                raise AssertionError(f"no stream {self.head.fields}")
        return self.head

    def line(self):
        """The next line; None at the end."""
        while not (found := re.search(r"\r\n|\r(?!\Z)|\n", self.text)):
            self.open()
            chunk = b"" if self.ended else self.client.chunk()
            if not chunk:
                if not self.ended:
                    self.client.fields()
                self.ended = True
                return None
            self.text += chunk.decode()
        line, self.text = self.text[:found.start()], self.text[found.end():]
        return line

    def take(self, line):
        """A message when the line ends one."""
        if line == "":
            data, kind = self.pending["data"], self.pending["event"] or "message"
            self.pending = {"data": [], "event": ""}
            return (kind, "\n".join(data), self.last_id) if data else None
        if line.startswith(":"):
            self.comments += 1
            return None
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self.pending["data"].append(value)
        elif name == "event":
            self.pending["event"] = value
        elif name == "id" and "\0" not in value:
            self.last_id = value
        elif name == "retry" and re.fullmatch("[0-9]+", value):
            self.retry = int(value)
        return None

    def message(self):
        """The next (type, data, last id); None at the end."""
        while (line := self.line()) is not None:
            if message := self.take(line):
                return message
        return None

    def messages(self):
        return list(iter(self.message, None))


class EventsTest(SharedServer):
    SCRIPT = PhpFile("http/events.php", SMALL_BUFFERS)

    def source(self, path, fields=(), **more):
        made = Source(self.server, path, fields, **more)
        self.addCleanup(made.client.close)
        return made

    def test_messages(self):
        since = self.server.mark()
        source = self.source("/messages")
        self.assertEqual((source.open().status, source.head.all("Content-Type"), source.head.all("Cache-Control"),
                          source.head.all("X-Accel-Buffering")), (200, ["text/event-stream"], ["no-store"], ["no"]))
        self.assertEqual(source.messages(), [
            ("message", "one", ""), ("message", "two\nlines", ""), ("message", "cr\nlf\ncrlf\n\nend", ""), ("message", "", ""),
            ("typed", " space: kept", ""), ("with id", "ä€😀", "7"), ("message", "data: x\nid: 9\n:comment\0\n", "7"),
            ("message", "last", "")])
        self.assertEqual((source.retry, source.comments), (1500, 3))
        self.server.wait_for(r"^DONE \[\[true\],false,false,false\]", since=since)
        self.assertTrue(source.client.ask().text)

    def test_last_event_id(self):
        self.assertEqual(self.source("/last", [("Last-Event-ID", "17 b")]).messages(), [("message", "17 b", "")])
        self.assertEqual(self.source("/last").messages(), [("message", "", "")])

    def test_fields_of_the_program(self):
        source = self.source("/own/fields", [("Last-Event-ID", "1")])
        self.assertEqual((source.open().status, source.head.get("X-Own")), (200, "yes"))
        self.assertEqual(source.messages(), [("message", "!", "")])

    def test_head(self):
        since = self.server.mark()
        with self.server.client() as client:
            answer = client.ask("HEAD", "/forever")
            self.assertEqual((answer.get("Content-Type"), answer.body), ("text/event-stream", b""))
            self.assertTrue(client.ask().text)
        self.server.wait_for(r"^OPEN\n^CANCELED \[false,false\]", since=since)

    def test_http10(self):
        answer = self.server.get("/messages", version="1.0")
        self.assertEqual(answer.get("Content-Type"), "text/event-stream")
        self.assertTrue(answer.text.startswith("data: one\n\ndata: two\ndata: lines\n\n"))

    def test_heartbeat(self):
        source = self.source("/heartbeat")
        for _ in range(3):
            self.assertEqual((source.line(), source.line()), (":", ""))

    def test_the_client_goes(self):
        for leave in ("close", "reset"):
            since = self.server.mark()
            source = self.source("/forever")
            self.assertEqual(source.message(), ("message", "hello", ""))
            getattr(source.client, leave)()
            self.server.wait_for(r"^CANCELED \[false,false\]", since=since)

    def test_streams_that_outlive_their_handler(self):
        since = self.server.mark()
        sources = [self.source("/keep") for _ in range(3)]
        self.server.wait_for("^KEPT", 3, since)
        sources[1].client.close()
        wait_until(lambda: self.server.get("/kept").text == "[true,false,true]", "the end of one")
        self.server.get("/publish")
        for source in (sources[0], sources[2]):
            self.assertEqual(source.message(), ("message", "published", ""))
        # Who lets go of a stream ends it, and its timer.
        self.assertEqual(self.server.get("/drop").text, "[0,0]")
        for source in (sources[0], sources[2]):
            self.assertIsNone(source.message())

    def test_many_senders_and_a_slow_client(self):
        since = self.server.mark()
        source = self.source("/flood", receive_buffer=4096)
        self.server.wait_for("^FLOWS", since=since)
        self.server.get("/")  # the worker is free: so they all wait
        self.assertNotIn("SENT", self.server.output()[since:])
        got = source.messages()
        self.assertEqual(len(got), 60)
        for kind, data, last_id in got:
            who = kind.removeprefix("sender ")
            self.assertTrue(data == who * (1 << 16) and last_id.startswith(who + "."))
        for who in range(3):
            self.assertEqual([last_id for _, _, last_id in got if last_id[0] == str(who)], [f"{who}.{i}" for i in range(20)])
        self.server.wait_for("^OVER true", since=since)

    def test_a_slow_client_that_goes(self):
        for leave in ("close", "reset"):
            since = self.server.mark()
            source = self.source("/flood", receive_buffer=4096)
            self.server.wait_for("^FLOWS", since=since)
            getattr(source.client, leave)()
            for who in range(3):
                self.assertLess(int(self.server.wait_for(rf"^SENT {who} (\d+)", since=since)[1]), 20)

    def test_a_head_that_was_sent(self):
        text = self.server.get("/head/sent").text
        self.assertEqual(text, "textTern\\Http\\EventStream::__construct(): the head of the response was sent, or it has ended")


class LeavingTest(TestCase):
    """Streams do not keep a worker: max_wait_time is more than a test's patience."""
    OPTIONS = {"max_wait_time": 3600}

    def begin(self, paths, **options):
        server = self.run_script(PhpFile("http/events.php", {**self.OPTIONS, **options}))
        sources = [Source(server, path) for path in paths]
        for source in sources:
            self.addCleanup(source.client.close)
            source.open()
        return server, sources

    def test_reload(self):
        server, sources = self.begin(["/forever", "/keep", "/heartbeat"])
        old = server.workers()[0]
        server.wait_for("^KEPT")
        server.wait_for("^OPEN", 2)
        server.send_signal(signal.SIGUSR1)
        for source in sources:
            source.messages()
            self.assertTrue(source.ended)
            # The connection has gone over to the next worker.
            self.assertNotEqual(int(source.client.ask().text), old)
        server.wait_for(r"^CANCELED \[false,false\]")
        wait_until(lambda: not alive(old), "the end of the old worker")

    def test_shutdown(self):
        server, sources = self.begin(["/forever", "/keep"])
        server.send_signal(signal.SIGTERM)
        for source in sources:
            source.messages()
            source.client.expect_closed()
        server.stop()

    def test_a_slow_client_gets_what_was_sent(self):
        server = self.run_script(PhpFile("http/events.php", {**self.OPTIONS, **SMALL_BUFFERS}))
        source = Source(server, "/flood", receive_buffer=4096)
        self.addCleanup(source.client.close)
        server.wait_for("^FLOWS")
        server.get("/")
        server.send_signal(signal.SIGUSR1)
        server.wait_for("^OVER false")
        got = source.messages()
        self.assertTrue(0 < len(got) < 60)
        for kind, data, _ in got:
            self.assertTrue(data == kind.removeprefix("sender ") * (1 << 16))

    def test_a_stream_that_begins_in_a_leaving_worker(self):
        server, (first,) = self.begin(["/forever"])
        with server.client() as client:
            client.ask()
            client.send(request("POST", "/begin", {"Content-Length": 2}, "x"))
            server.get("/")  # which came later: the worker has seen the beginning
            server.send_signal(signal.SIGUSR1)
            first.messages()  # the worker leaves, as soon as it has answered what is on its way
            answer = client.send("x").response()
            self.assertEqual((answer.get("Content-Type"), answer.body), ("text/event-stream", b""))
        server.wait_for(r"^BEGUN \[false,false\]")

    def test_without_coroutines(self):
        server, (source,) = self.begin(["/keep"], enable_coroutine=False)
        server.get("/publish")
        self.assertEqual(source.message(), ("message", "published", ""))
        server.send_signal(signal.SIGUSR1)
        self.assertIsNone(source.message())


if __name__ == "__main__":
    unittest.main()
