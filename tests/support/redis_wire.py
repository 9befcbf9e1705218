"""A Redis that knows PUBLISH and SUBSCRIBE, and that a test can make hostile."""
import contextlib
import socket
import threading


def bulk(data):
    return b"$%d\r\n%s\r\n" % (len(data), data)


def array(*items):
    return b"*%d\r\n" % len(items) + b"".join(items)


def message(channel, data):
    return array(bulk(b"message"), bulk(channel), bulk(data))


class Peer:
    """One connection, read by a thread of its own."""

    def __init__(self, redis, connection):
        self.redis = redis
        self.socket = connection
        self.reader = connection.makefile("rb")
        self.channel = b""

    def command(self):
        """The words of the next command; None: the client has gone."""
        line = self.reader.readline()
        if not line.startswith(b"*"):
            return None
        words = []
        for _ in range(int(line[1:])):
            size = int(self.reader.readline()[1:])
            words.append(self.reader.read(size + 2)[:-2])
        return words

    def send(self, *pieces):
        for piece in pieces:
            self.socket.sendall(piece)

    def subscribed(self, channel):
        self.send(array(bulk(b"subscribe"), bulk(channel), b":1\r\n"))

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


class FakeRedis:
    """`on_subscribe(peer, channel)` and `on_publish(peer, channel, data)` replace what it does; None: it is a good one."""

    def __init__(self):
        self.on_subscribe = self.on_publish = None
        self.subscribers = []
        self.peers = []
        self.subscriptions = 0
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                peer = Peer(self, self.listener.accept()[0])
                with self.lock:
                    self.peers.append(peer)
                threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def serve(self, peer):
        with contextlib.suppress(OSError, ValueError):
            while (words := peer.command()) is not None:
                if words[0].upper() == b"SUBSCRIBE":
                    self.subscribe(peer, words[1])
                else:
                    self.publish(peer, *words[1:])
        with self.lock:
            self.subscribers = [one for one in self.subscribers if one is not peer]
        peer.close()

    def subscribe(self, peer, channel):
        with self.lock:
            self.subscriptions += 1
        if self.on_subscribe is not None:
            return self.on_subscribe(peer, channel)
        peer.channel = channel
        peer.subscribed(channel)
        with self.lock:
            self.subscribers.append(peer)

    def publish(self, peer, channel, data):
        if self.on_publish is not None:
            return self.on_publish(peer, channel, data)
        self.tell(message(channel, data))
        peer.send(b":1\r\n")

    def tell(self, raw):
        """Sends these bytes to all subscribers."""
        with self.lock:
            subscribers = list(self.subscribers)
        for one in subscribers:
            with contextlib.suppress(OSError):
                one.send(raw)

    def drop_all(self):
        with self.lock:
            peers, self.peers = self.peers, []
        for one in peers:
            one.close()

    def close(self):
        self.listener.close()
        self.drop_all()
