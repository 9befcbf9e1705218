"""One server with seven ports, each with a protocol of its own, under load and reloads."""
import shutil
import signal
import socket
import struct
import subprocess
import threading
import unittest

from harness import wait_until
from http_client import Closed, request
from php_program import PhpFile
from server_process import Server
from websocket import CLOSE, WebSocket

WEBSOCKET, HTTP, LENGTH, EOF, MQTT, REDIS, UDP = range(7)
HELLO = struct.pack(">I", 5) + b"hello"


class SevenPorts(unittest.TestCase):
    def setUp(self):
        self.server = Server(PhpFile("tcp/many_ports.php", {"worker_num": 2, "max_wait_time": 10}))
        self.addCleanup(self.server.stop)
        self.stop, self.failures, self.counts = threading.Event(), [], {}

    def in_thread(self, name, talk):
        """`talk()` is one question and its answer, and tells whether that is right."""
        def run():
            try:
                while not self.stop.is_set():
                    if not talk():
                        self.failures.append(name)
                    self.counts[name] = self.counts.get(name, 0) + 1
            except BaseException as error:  # a thread's own
                self.failures.append((name, repr(error)))
        thread = threading.Thread(target=run)
        thread.start()
        return thread

    def stream(self, name, index, ask, answer):
        client = self.server.client(index)
        self.addCleanup(client.close)

        def talk():
            client.send(ask)
            return client.response().text == "http" if answer is None else client.exactly(len(answer)) == answer
        return self.in_thread(name, talk)

    def websocket(self):
        """A leaving worker says 1001, and what it had received before is answered: whoever did not send may go elsewhere."""

        def connect():
            return WebSocket(("127.0.0.1", self.server.ports[WEBSOCKET]))
        client = [connect()]
        self.addCleanup(lambda: client[0].close())

        def talk():
            try:
                client[0].push(b"hello")
                found = client[0].frame()
            except (Closed, ConnectionError, BrokenPipeError):
                found = None
            if found is not None and found.opcode != CLOSE:
                return found.text == "hello"
            client[0].close()
            client[0] = connect()
            return found is None or found.code == 1001
        return self.in_thread("websocket", talk)

    def datagrams(self):
        client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(client.close)
        client.settimeout(30)
        client.connect(("127.0.0.1", self.server.ports[UDP]))

        def talk():
            client.send(b"datagram")
            return client.recv(100) == b"datagram"
        return self.in_thread("udp", talk)

    def benchmark(self):
        def talk():
            ran = subprocess.run(["redis-benchmark", "-p", str(self.server.ports[REDIS]), "-t", "ping_mbulk,set,get", "-n", "2000",
                                  "-c", "10", "-q"], capture_output=True, text=True)
            return ran.returncode == 0 and "Error" not in ran.stdout + ran.stderr
        return self.in_thread("redis-benchmark", talk)

    def command(self):
        def talk():
            ran = subprocess.run(["redis-cli", "-p", str(self.server.ports[REDIS]), "PING"], capture_output=True, text=True)
            return ran.stdout == "PONG\n"
        return self.in_thread("redis-cli", talk)

    @unittest.skipUnless(shutil.which("redis-benchmark") and shutil.which("redis-cli"), "the programs of Redis are not there")
    def test_reloads_under_load_lose_nothing(self):
        threads = [self.stream("http", HTTP, request(), None), self.stream("length", LENGTH, HELLO, HELLO),
                   self.stream("eof", EOF, b"hello\n", b"hello\n"), self.stream("mqtt", MQTT, b"\xc0\0", b"\xd0\0"),
                   self.websocket(), self.datagrams(), self.benchmark(), self.command()]
        names = {"http", "length", "eof", "mqtt", "websocket", "udp", "redis-benchmark", "redis-cli"}
        for _ in range(3):
            seen = dict(self.counts)
            wait_until(lambda: self.failures or all(self.counts.get(name, 0) > seen.get(name, 0) for name in names),
                       lambda: f"answers to each: {self.counts}")
            mark = self.server.mark()
            self.server.send_signal(signal.SIGUSR1)
            self.server.wait_for("the reload is finished", since=mark)
        self.stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(self.failures, [])
        self.assertEqual(set(self.counts), names)


if __name__ == "__main__":
    unittest.main()
