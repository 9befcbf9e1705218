"""An orderly stop while clients ask: each request that the server has taken is answered, and who connects too late is refused."""
import errno
import signal
import socket
import threading
import unittest

from harness import wait_until
from http_client import request
from php_program import PhpFile
from server_case import TestCase

CLIENTS = 4


class KeepAliveClient(threading.Thread):
    """Asks on one connection after the other, until the server refuses it. `lost` tells of each request without an answer
    that was sent on a connection whose end the server had not announced."""

    def __init__(self, address):
        super().__init__(daemon=True)
        self.address = address
        self.answers = 0
        self.lost = []

    def run(self):
        while self.ask_until_announced():
            pass

    def ask_until_announced(self):
        """False: no connection is accepted any more."""
        with socket.socket() as connection:
            connection.settimeout(30)
            failure = connection.connect_ex(self.address)
            if failure in (errno.ECONNREFUSED, errno.ECONNRESET):  # reset: refused during the handshake
                return failure == errno.ECONNRESET
            reader = connection.makefile("rb")
            asked = 0
            while True:
                asked += 1
                try:
                    connection.sendall(request())
                    announced = self.read_answer(reader)
                except (OSError, EOFError) as error:
                    self.lost.append(f"{type(error).__name__} {error}: request {asked} of its connection")
                    return True
                if announced:
                    return True

    def read_answer(self, reader):
        """True: the server announces the end of the connection."""
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = reader.readline()
            if not line:
                raise EOFError(f"after {head!r}")
            head += line
        if not head.startswith(b"HTTP/1.1 200 ") or reader.read(6) != b"served":
            raise EOFError(f"{head!r}")
        self.answers += 1
        return b"connection: close" in head.lower()


class StopTest(TestCase):
    def check(self, options):
        server = self.run_script(PhpFile("server/stop.php", options))
        clients = [KeepAliveClient(("127.0.0.1", server.port)) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        wait_until(lambda: all(client.answers > 100 for client in clients), "answers")
        server.send_signal(signal.SIGTERM)
        for client in clients:
            client.join()
        server.stop()
        self.assertEqual([client.lost for client in clients], [[]] * CLIENTS)

    def test_one_worker(self):
        self.check({"worker_num": 1})

    def test_two_workers(self):
        self.check({"worker_num": 2})

    def test_a_socket_for_each_worker(self):
        self.check({"worker_num": 2, "enable_reuse_port": True})


if __name__ == "__main__":
    unittest.main()
