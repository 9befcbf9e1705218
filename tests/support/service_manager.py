"""What stands for systemd in tests: sockets that it opened, and states that it is told."""
import pathlib
import socket

from harness import TIMEOUT_S

# Opens sockets as descriptors 3 and 4, and becomes the command: socket activation.
ACTIVATE = r"""
import os, socket, sys
tcp, unix, spare = (socket.socket(family) for family in (socket.AF_INET, socket.AF_UNIX, socket.AF_INET))
tcp.bind(('127.0.0.1', int(sys.argv[1])))
unix.bind(sys.argv[2])
spare.bind(('127.0.0.1', 0))
for number, one in enumerate((tcp, unix, spare)):
    one.listen(5)
    os.dup2(os.dup(one.fileno()) if one.fileno() == 3 + number else one.fileno(), 3 + number)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='3')
os.execvp(sys.argv[3], sys.argv[3:])
"""


class Manager:
    """Hears what a service tells."""

    def __init__(self, folder):
        self.path = str(pathlib.Path(folder) / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(TIMEOUT_S)

    def next(self, but=()):
        """The first line of the next message that is none of those."""
        while True:
            text = self.socket.recv(4096).decode()
            if text.split("\n")[0] not in but:
                return text

    def close(self):
        self.socket.close()
