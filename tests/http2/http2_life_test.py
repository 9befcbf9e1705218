"""Connections of HTTP/2 while time passes: bodies that nobody reads, workers that leave, clients that say nothing."""
import hashlib
import signal
import unittest

from http2_hpack import table_size
from http2_wire import (
    CANCEL, COMPRESSION_ERROR, ENABLE_PUSH, ENHANCE_YOUR_CALM, FLOW_CONTROL_ERROR, FRAME_SIZE_ERROR, HEADER_TABLE_SIZE,
    INITIAL_WINDOW_SIZE, MAX_CONCURRENT_STREAMS, MAX_FRAME_SIZE, MAX_HEADER_LIST_SIZE, NO_ERROR, PREFACE, REFUSED_STREAM,
    SETTINGS_TIMEOUT, WHOLE_WINDOW, H2Client, Upload, data, get, headers, ping, request_block, settings)
from php_program import PhpFile
from server_case import SharedServer, TestCase


def script(**options):
    return PhpFile("http2/http2_life.php", {"open_http2_protocol": True, **options})


class Talking(SharedServer):
    def client(self, **more):
        client = H2Client(("127.0.0.1", self.server.port), **more)
        self.addCleanup(client.close)
        return client


class BodyTest(Talking):
    """RFC 9113 5.2 and 6.9: of a body that is read as it comes, no more arrives than its handler takes."""

    @classmethod
    def script(cls):
        return script(http_stream_bodies=["/stream/"], upload_max_filesize="64M")

    def test_nobody_reads(self):
        """The window closes, others are served, and when the handler reads on it opens again."""
        client = self.client()
        upload = Upload(client, 1, "/stream/wait")
        first = upload.fill()
        self.assertLess(len(first), 1 << 20)
        self.assertEqual(client.fetch("/", stream=3).text, "GET / 0")
        other = Upload(client, 5, "/stored")  # the window of the connection is not used up
        self.assertEqual(other.send(b"y" * 50000, end=True), b"")
        self.assertEqual(client.answer(5).text, "POST /stored 50000")
        self.assertEqual(client.fetch("/open", stream=7).text, "opened")
        rest = b"0123456789abcdef" * 65536
        left = rest
        while left:
            left = upload.send(left, end=True)
            if left:
                client.until(lambda: upload.room() > 0, "a WINDOW_UPDATE")
        self.assertEqual(client.answer(1).text, hashlib.sha256(first + rest).hexdigest())

    def test_beyond_the_window(self):
        client = self.client()
        upload = Upload(client, 1, "/stream/wait")
        upload.fill()
        client.send(data(1, b"x", end=False))
        answer = client.answer(1)
        if answer.reset is None:
            self.assertEqual(client.to_end(), FLOW_CONTROL_ERROR)
        else:
            self.assertEqual(answer.reset, FLOW_CONTROL_ERROR)

    def test_beyond_the_window_by_padding_alone(self):
        """6.1: padding counts."""
        client = self.client()
        upload = Upload(client, 1, "/stream/wait")
        upload.fill()
        client.send(b"\0\0\x0b\0\x08\0\0\0\1" + b"\x0a" + bytes(10))
        self.assertEqual(client.answer(1).reset if client.answer(1).over() else client.to_end(), FLOW_CONTROL_ERROR)

    def test_answered_before_its_end(self):
        """8.1: the answer is whole, then the stream is reset without an error; what is still sent harms nobody."""
        client = self.client()
        client.send(headers(1, request_block("/stream/early", method="POST"), end=False))
        self.assertEqual(client.answer(1).text, "enough")
        client.until(lambda: client.on(1).reset is not None, "RST_STREAM")
        self.assertEqual(client.on(1).reset, NO_ERROR)
        for n in range(100):  # what a reset stream gets counts for the connection, whose window must not be lost
            client.send(data(1, b"x" * 10000, end=False))
            if n % 5 == 0:
                client.pong()
        upload = Upload(client, 3, "/stored")
        upload.sent = 0
        client.opened[0] -= 100 * 10000
        left = b"y" * 200000
        while left:
            left = upload.send(left, end=True)
            if left:
                client.until(lambda: upload.room() > 0, "a WINDOW_UPDATE")
        self.assertEqual(client.answer(3).text, "POST /stored 200000")

    def test_reset_while_its_handler_waits(self):
        client = self.client()
        mark = self.server.mark()
        client.send(headers(1, request_block("/stream/wait", method="POST"), end=False))
        self.server.wait_for("^HEAD$", since=mark)
        client.send(b"\0\0\4\3\0\0\0\0\1\0\0\0\x08")
        self.assertEqual(client.fetch("/", stream=3).text, "GET / 0")


class OptionsTest(Talking):
    """What is announced is what holds."""

    @classmethod
    def script(cls):
        return script(http2_header_table_size=1024, http2_max_concurrent_streams=3, http2_init_window_size=100000,
                      http2_max_frame_size=32768, http2_max_header_list_size=2000)

    def greeted(self, **more):
        client = self.client(**more)
        client.pong()  # by now it has acknowledged the settings
        return client

    def test_announced(self):
        theirs = self.greeted().theirs
        self.assertEqual({name: theirs[name] for name in range(1, 7) if name != ENABLE_PUSH}, {
            HEADER_TABLE_SIZE: 1024, MAX_CONCURRENT_STREAMS: 3, INITIAL_WINDOW_SIZE: 100000, MAX_FRAME_SIZE: 32768,
            MAX_HEADER_LIST_SIZE: 2000})

    def test_a_smaller_table_has_to_be_acknowledged_by_the_encoder(self):
        """RFC 7541 4.2: late is an error."""
        client = self.greeted()
        client.send(get(1, "/"))
        self.assertEqual(client.to_end(), COMPRESSION_ERROR)
        for size, code in ((1024, None), (0, None), (1025, COMPRESSION_ERROR), (4096, COMPRESSION_ERROR)):
            with self.subTest(size):
                client = self.greeted()
                client.send(headers(1, table_size(size) + request_block()))
                if code is None:
                    self.assertEqual(client.answer(1).status, 200)
                else:
                    self.assertEqual(client.to_end(), code)

    def asking(self):
        """With the table's size acknowledged."""
        client = self.greeted()
        client.send(headers(1, table_size(1024) + request_block()))
        client.answer(1)
        return client

    def test_a_frame_as_large_as_may_be(self):
        client = self.asking()
        client.send(headers(3, request_block("/stored", method="POST"), end=False) + data(3, b"x" * 32768))
        self.assertEqual(client.answer(3).text, "POST /stored 32768")
        client.send(headers(5, request_block("/stored", method="POST"), end=False) + data(5, b"x" * 32769))
        self.assertEqual(client.to_end(), FRAME_SIZE_ERROR)

    def test_a_window_as_large_as_may_be(self):
        """In one go, without waiting for WINDOW_UPDATE."""
        client = self.asking()
        body = b"".join(data(3, b"x" * 20000, end=n == 4) for n in range(5))
        client.send(headers(3, request_block("/stored", method="POST"), end=False) + body)
        self.assertEqual(client.answer(3).text, "POST /stored 100000")

    def test_a_head_as_large_as_may_be(self):
        """9113 6.5.2: 32 bytes a field are counted."""
        client = self.asking()
        client.send(get(3, "/", ("x", "y" * 2100)))
        self.assertEqual(client.answer(3).status, 431)
        client.send(get(5, "/", *[("x", "y")] * 60))
        self.assertEqual(client.answer(5).status, 431)
        client.send(get(7, "/", ("x", "y" * 1500)))
        self.assertEqual(client.answer(7).status, 200)

    def test_as_many_streams_as_may_be(self):
        client = self.asking()
        client.settings[INITIAL_WINDOW_SIZE] = 0
        client.send(settings((INITIAL_WINDOW_SIZE, 0)) + get(3) + get(5) + get(7))
        client.until(lambda: all(client.on(stream).status == 200 for stream in (3, 5, 7)), "three heads")
        client.send(get(9, "/never"))
        self.assertIn(client.answer(9).reset, (REFUSED_STREAM, None))
        self.assertNotEqual(client.on(9).status, 200)


class ReloadTest(TestCase):
    """RFC 9113 6.8: a worker that leaves completes what it has begun, and says what it will not do."""

    def start(self, **options):
        server = self.run_script(script(**options))
        return server, H2Client(("127.0.0.1", server.port))

    def test_streams_are_finished(self):
        server, client = self.start()
        with client:
            old = client.fetch("/pid", stream=1).text
            client.send(get(3, "/wait"))
            server.wait_for("^WAITS$")
            server.send_signal(signal.SIGUSR1)
            client.until(lambda: client.goaway, "GOAWAY")
            self.assertEqual((client.goaway.number(), client.goaway.number(4)), (WHOLE_WINDOW, NO_ERROR))
            client.send(get(5, "/open"))  # it was on its way: not lost
            self.assertEqual(client.answer(5).text, "opened")
            client.until(lambda: client.goaway.number() != WHOLE_WINDOW, "the final GOAWAY")
            self.assertEqual(client.goaway.number(4), NO_ERROR)
            self.assertEqual(client.goaway.number(), 5)
            self.assertEqual(client.answer(3).text, "waited")
            self.assertEqual(client.to_end(), NO_ERROR)
        with H2Client(("127.0.0.1", server.port)) as fresh:
            self.assertNotEqual(fresh.fetch("/pid", stream=1).text, old)

    def test_an_answer_that_waits_for_its_window(self):
        server, client = self.start()
        client.close()
        with H2Client(("127.0.0.1", server.port), initial_window_size=2) as client:
            client.send(get(1, "/answer"))
            client.until(lambda: len(client.on(1).body) == 2, "two bytes")
            server.send_signal(signal.SIGUSR1)
            client.until(lambda: client.goaway and client.goaway.number() != WHOLE_WINDOW, "the final GOAWAY")
            client.open_window(1, 100)
            self.assertEqual(client.answer(1).text, "GET /answer 0")
            self.assertEqual(client.to_end(), NO_ERROR)

    def test_an_idle_connection(self):
        server, client = self.start()
        with client:
            client.fetch("/", stream=1)
            server.send_signal(signal.SIGUSR1)
            self.assertEqual(client.to_end(), NO_ERROR)

    def test_the_server_ends(self):
        server, client = self.start()
        with client:
            client.send(get(1, "/wait") + get(3))
            self.assertEqual(client.answer(3).text, "GET / 0")
            client.send(get(5, "/open"))
            self.assertEqual(client.answer(1).text, "waited")
            server.send_signal(signal.SIGTERM)
            self.assertEqual(client.to_end(), NO_ERROR)


class SilenceTest(Talking):
    """Who owes something and says nothing does not keep a connection."""

    @classmethod
    def script(cls):
        return script(http_header_timeout=0.2, http_body_timeout=0.2, http_keepalive_timeout=0.3, send_timeout=0.3, log_level=5)

    def test_nothing_at_all(self):
        with self.server.client() as client:
            self.assertIn(client.rest()[:12], (b"", b"HTTP/1.1 408"))

    def test_half_a_preface(self):
        for size in (1, 10, len(PREFACE) - 1):
            with self.server.client() as client:
                client.send(PREFACE[:size])
                self.assertNotIn(b"200", client.rest()[:12])

    def test_a_preface_without_settings(self):
        client = self.client(greeting=PREFACE)
        client.acknowledges = False
        self.assertEqual(client.to_end(), SETTINGS_TIMEOUT)

    def test_half_a_head(self):
        client = self.client()
        client.pong()
        client.send(headers(1, request_block(), whole=False))
        self.assertEqual(client.to_end(), ENHANCE_YOUR_CALM)

    def test_half_of_the_frame_of_a_head(self):
        client = self.client()
        client.pong()
        client.send(get(1)[:-3])
        self.assertIn(client.to_end(), (ENHANCE_YOUR_CALM, NO_ERROR))

    def test_pings_are_no_requests(self):
        """An idle connection ends although its client pings: nobody keeps one for nothing."""
        client = self.client()
        client.fetch("/", stream=1)
        while client.next() is not None:
            client.send(ping())
        self.assertEqual(client.goaway.number(4), NO_ERROR)

    def test_a_body_that_pauses(self):
        client = self.client()
        client.send(headers(1, request_block("/stored", method="POST"), end=False) + data(1, b"x", end=False))
        self.assertEqual(client.answer(1).status, 408)

    def test_a_body_without_bytes(self):
        """Not even for a length of 0: the request has not ended."""
        for fields in ((), (("content-length", "0"),), (("content-length", "5"),)):
            client = self.client()
            client.send(headers(1, request_block("/stored", *fields, method="POST"), end=False))
            self.assertEqual(client.answer(1).status, 408, fields)

    def test_a_window_that_stays_closed(self):
        client = self.client(initial_window_size=0)
        client.send(get(1))
        self.assertEqual(client.answer(1).reset, CANCEL)
        self.assertEqual(client.to_end(), NO_ERROR)

    def test_a_window_of_the_connection_that_stays_closed(self):
        client = self.client()
        client.send(headers(1, request_block("/x" * 4000, method="POST"), end=False) + data(1))
        client.answer(1)
        for stream in range(3, 99, 2):
            client.send(get(stream, "/" + "x" * 3000))
        client.until(lambda: any(answer.reset == CANCEL for answer in client.answers.values()), "RST_STREAM")


if __name__ == "__main__":
    unittest.main()
