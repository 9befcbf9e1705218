"""Files over HTTP/2: Response::sendfile() reads a file in pieces while the client takes them, and a file that becomes shorter is an
error of its stream."""
import os
import pathlib
import re
import tempfile
import unittest

from http2_wire import INTERNAL_ERROR, H2Client, get
from php_program import PhpFile
from server_case import SharedServer

HUGE = 1 << 30
PIECE = 64 << 20
FRAME = 16384
MOST_MB = 8


class FilesTest(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http2/http2_files.php", {"open_http2_protocol": True, "worker_num": 1})

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "file"

    def client(self, **settings):
        client = H2Client(("127.0.0.1", self.server.port), **settings)
        self.addCleanup(client.close)
        return client

    def sparse(self, size):
        with open(self.file, "wb") as file:
            file.truncate(size)

    def peak_mb(self):
        status = pathlib.Path(f"/proc/{self.server.workers()[0]}/status").read_text()
        return int(re.search(r"^VmHWM:\s+(\d+) kB", status, re.M)[1]) / 1024

    def path(self, query=""):
        return f"/?file={self.file}{query}"

    def test_parts(self):
        content = bytes(range(256)) * 1000
        self.file.write_bytes(content)
        client = self.client()
        for stream, query, offset, length in ((1, "", 0, None), (3, "&offset=100000", 100_000, None), (5, "&offset=7&length=20000", 7, 20_000),
                                              (7, "&offset=255990&length=10", 255_990, 10)):
            client.open_window(0, 1 << 20)
            client.send(get(stream, self.path(query)))
            client.open_window(stream, 1 << 20)
            answer = client.answer(stream)
            expected = content[offset:] if length is None else content[offset:offset + length]
            self.assertEqual((answer.status, answer.get("content-length"), bytes(answer.body)), (200, str(len(expected)), expected))

    def test_a_client_that_does_not_read(self):
        """The file is not read ahead: neither for windows that are closed, nor for a socket that is full."""
        self.sparse(HUGE)
        before = self.peak_mb()
        slow, closed = self.client(initial_window_size=0x7fffffff), self.client(initial_window_size=1)
        slow.open_window(0, 0x7fffffff - 65535)
        slow.send(*(get(stream, self.path()) for stream in range(1, 40, 2)))
        closed.send(*(get(stream, self.path()) for stream in range(1, 40, 2)))
        closed.until(lambda: all(closed.on(stream).body for stream in range(1, 40, 2)), "a byte of each")
        other = self.client()
        for stream in range(1, 200, 2):
            self.assertEqual(other.fetch("/", stream=stream).text, "ready")
        self.assertLess(self.peak_mb() - before, MOST_MB)

    def test_a_client_that_reads_much(self):
        self.sparse(HUGE)
        with open(self.file, "r+b") as file:
            file.seek(PIECE - 4)
            file.write(b"last")
        before = self.peak_mb()
        client = self.client(initial_window_size=0x7fffffff)
        client.open_window(0, 0x7fffffff - 65535)
        client.send(get(1, self.path(f"&length={PIECE}")))
        answer = client.answer(1)
        self.assertEqual((answer.status, answer.reset, len(answer.body)), (200, None, PIECE))
        self.assertTrue(answer.body == bytes(PIECE - 4) + b"last")
        self.assertLess(self.peak_mb() - before, MOST_MB)

    def test_a_file_that_becomes_shorter(self):
        """In a frame in the middle or in the last one: the client cannot take the response for whole. A file up to 32 KB is in memory."""
        for size, query, left, sent in ((200_000, "", 1000, 0), (100_000, "", 99_000, 6 * FRAME), (40_000, "&offset=39000", 39_500, 0),
                                        (40_000, "&offset=39000", 0, 0)):
            with self.subTest(size=size, left=left):
                self.sparse(size)
                client = self.client(initial_window_size=0)
                client.open_window(0, size)
                client.send(get(1, self.path(query)))
                client.until(lambda: client.on(1).status, "the head")
                os.truncate(self.file, left)
                client.open_window(1, size)
                answer = client.answer(1)
                self.assertEqual((answer.reset, len(answer.body)), (INTERNAL_ERROR, sent))
                self.assertEqual(client.fetch("/", stream=3, method="HEAD").status, 200)


if __name__ == "__main__":
    unittest.main()
