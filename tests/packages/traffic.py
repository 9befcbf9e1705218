"""What a busy server has: wrk, uploads and WebSockets, all at once, and a count of all that goes wrong."""
import hashlib
import os
import re
import signal
import subprocess
import threading

from harness import TIMEOUT_S, wait_until
from http_client import Client, request
from websocket import CLOSE, WebSocket

UPLOAD = 300_000
LEAVES = (1001, 1012)  # what a server says to WebSockets that have outstayed a reload, or an upgrade


class Traffic:
    def __init__(self, port, uploads=3, websockets=3, connections=12):
        self.port, self.failures, self.uploaded, self.said, self.restarts = port, [], 0, 0, 0
        self.versions = set()  # of the servers that have answered in WebSockets
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._until_over, args=(step,))
                         for step in [self._upload] * uploads + [self._talk] * websockets]
        self._connections = connections

    def __enter__(self):
        self._wrk = subprocess.Popen(["wrk", "-t1", f"-c{self._connections}", "-d3600s", "--timeout", f"{TIMEOUT_S}s",
                                      f"http://127.0.0.1:{self.port}/"], stdout=subprocess.PIPE, text=True)
        for thread in self._threads:
            thread.start()
        self.wait_for(len(self._threads))
        return self

    def __exit__(self, *_):
        self._over.set()
        for thread in self._threads:
            thread.join()
        self._wrk.send_signal(signal.SIGINT)
        self.report = self._wrk.communicate()[0]
        self.requests = int(re.search(r"(\d+) requests in", self.report)[1])
        self.failures += re.findall(r"Socket errors:.*|Non-2xx.*", self.report)

    def wait_for(self, more):
        """So many more uploads and messages of WebSockets, or a failure."""
        wanted = self.uploaded + self.said + more
        wait_until(lambda: self.uploaded + self.said >= wanted or self.failures, f"{more} more answers")

    def _until_over(self, step):
        while not self._over.is_set():
            try:
                step()
            except (OSError, AssertionError) as error:
                with self._lock:
                    self.failures.append(f"{step.__name__}: {error!r}")
                return

    def _upload(self):
        body = os.urandom(UPLOAD)
        with Client(("127.0.0.1", self.port)) as client:
            client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:UPLOAD // 2])
            # An upload that lasts as long as another request.
            with Client(("127.0.0.1", self.port)) as other:
                other.send(request())
                assert other.response().status == 200
            client.send(body[UPLOAD // 2:])
            answer = client.response()
            assert answer.text == hashlib.md5(body).hexdigest(), answer
        with self._lock:
            self.uploaded += 1

    def _talk(self):
        """One WebSocket, until the end or until the server says that it is being replaced."""
        with WebSocket(("127.0.0.1", self.port)) as client:
            while not self._over.is_set():
                client.push("hello")
                answer = client.frame()
                if answer.opcode == CLOSE and answer.code in LEAVES:
                    with self._lock:
                        self.restarts += 1
                    return
                version, _, message = answer.text.partition(": ")
                assert message == "hello", answer
                with self._lock:
                    self.said += 1
                    self.versions.add(version)
            client.end()
