"""A server that a test plays itself, for the clients of PHP programs."""
import contextlib
import socket
import threading

from harness import TIMEOUT_S


class Peer:
    """Accepts connections until close(). Each is passed to `converse` in a thread of its own, and closed afterwards."""

    def __init__(self, converse):
        self.converse = converse
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                client.settimeout(TIMEOUT_S)
                threading.Thread(target=self.talk, args=(client,), daemon=True).start()

    def talk(self, client):
        with client, contextlib.suppress(OSError):
            self.converse(client)

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()
