"""The editor's side of a debugging session with Xdebug: DBGp, as far as the tests need it."""
import base64
import socket
import xml.etree.ElementTree

from harness import TIMEOUT_S

NAMES = {"d": "urn:debugger_protocol_v1", "x": "https://xdebug.org/dbgp/xdebug"}


def text(value):
    """Of a string; None for anything else."""
    return base64.b64decode(value.text or "").decode() if value.get("type") == "string" else None


class Editor:
    """Listens for sessions: each process that is debugged makes one."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(TIMEOUT_S)
        self.port = self.listener.getsockname()[1]
        self.sessions = []

    def options(self):
        return ["-d", "xdebug.mode=debug", "-d", "xdebug.start_with_request=yes", "-d", "xdebug.client_host=127.0.0.1",
                "-d", f"xdebug.client_port={self.port}"]

    def accept(self):
        self.sessions.append(Session(self.listener.accept()[0]))
        return self.sessions[-1]

    def close(self):
        for session in self.sessions:
            session.close()
        self.listener.close()


class Session:
    """One process at a breakpoint, or on its way to the next."""

    def __init__(self, connection):
        self.connection = connection
        self.connection.settimeout(TIMEOUT_S)
        self.unread = b""
        self.transaction = 0
        self.pid = int(self.packet().get("appid"))

    def close(self):
        self.connection.close()

    def until_zero(self):
        while b"\0" not in self.unread:
            data = self.connection.recv(1 << 16)
            if not data:
                raise EOFError("the session ended")
            self.unread += data
        text, self.unread = self.unread.split(b"\0", 1)
        return text

    def packet(self):
        size = int(self.until_zero())
        text = self.until_zero()
        assert len(text) == size
        return xml.etree.ElementTree.fromstring(text)

    def send(self, command, *arguments):
        self.transaction += 1
        words = [command, "-i", self.transaction, *arguments]
        self.connection.sendall(" ".join(map(str, words)).encode() + b"\0")

    def answer(self):
        """To the last command; what comes in between is a notification."""
        while True:
            packet = self.packet()
            if packet.get("transaction_id") == str(self.transaction):
                error = packet.find("d:error/d:message", NAMES)
                assert error is None, error.text
                return packet

    def ask(self, command, *arguments):
        self.send(command, *arguments)
        return self.answer()

    # --- what a person does

    def break_at(self, path, line):
        return self.ask("breakpoint_set", "-t", "line", "-f", f"file://{path}", "-n", line).get("id")

    def go(self, command="run"):
        """Goes on; returns the line where it stops next, None when the program is over."""
        self.send(command)
        return self.stopped()

    def stopped(self):
        packet = self.answer()
        message = packet.find("x:message", NAMES)
        return None if message is None else int(message.get("lineno"))

    def stack(self):
        """Functions and lines, innermost first."""
        return [(frame.get("where"), int(frame.get("lineno"))) for frame in self.ask("stack_get")]

    def locals(self, depth=0):
        return {one.get("name"): text(one) for one in self.ask("context_get", "-d", depth)}

    def value(self, name):
        return text(self.ask("property_get", "-n", f'"{name}"')[0])
