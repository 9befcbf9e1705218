"""The backplane of Tern\\WebSocket\\Rooms with a Redis that is hostile, or dies and comes back: clients of this server get their
messages in any case, workers stay, and what is broken is reached again."""
# Time limit: 200 s
import struct
import unittest
from collections import namedtuple

from harness import wait_until
from redis_wire import FakeRedis, array, bulk, message
from rooms_test import RoomsCase
from websocket import BINARY, TEXT

MAX = (1 << 63) - 1
LIMIT = "64M"  # of memory, for each worker


def composed(number=1, kind=1, opcode=TEXT, room=b"r", count=0, rest=b"", version=2, node=b"another!", process=b"process1"):
    """A message of another server: see Tern\\Internal\\Rooms\\Backplane."""
    return (bytes([version]) + node + process + struct.pack(">QBBBH", number & (1 << 64) - 1, kind, opcode, len(room), count)
            + room + rest)


# What arrives on the channel, and what clients get of it: nothing, unless `got` says otherwise.
Foreign = namedtuple("Foreign", "name data got", defaults=(None,))
FOREIGN = [
    Foreign("nothing", b""),
    Foreign("a text of another program", b'{"event": "hello"}' * 10),
    Foreign("another version", composed(version=3, rest=b"no")),
    Foreign("a head without its end", composed()[:-4]),
    Foreign("an unknown kind", composed(kind=7, rest=b"no")),
    Foreign("the opcode of a close", composed(opcode=8, rest=b"\x03\xe8")),
    Foreign("the opcode of a ping", composed(opcode=9, rest=b"no")),
    Foreign("opcode 255", composed(opcode=255, rest=b"no")),
    Foreign("a text that is not UTF-8", composed(rest=b"\xff\xfe")),
    Foreign("a room without a name", composed(room=b"", rest=b"no")),
    Foreign("a name that is longer than the message", composed()[:-5] + b"\x01\xff" + b"\0\0" + b"r"),
    Foreign("65535 exceptions that are not there", composed(count=65535, rest=b"no")),
    Foreign("half an exception", composed(count=1, rest=b"another!no")),
    Foreign("the largest number", composed(number=MAX, rest=b"largest"), "largest"),
    Foreign("a number below zero", composed(number=-MAX - 1, rest=b"no")),
    Foreign("the first number again", composed(number=1, rest=b"again"), "again"),
    Foreign("a good one", composed(node=b"a third!", rest=b"good"), "good"),
    Foreign("good bytes", composed(node=b"a third!", number=2, opcode=BINARY, rest=b"bytes"), "bytes"),
]
# Replies in place of messages.
REPLIES = [
    ("no type", b"hello\r\n"), ("an empty line", b"\r\n"), ("an error", b"-ERR no\r\n"), ("an error with escapes", b"-\x1b[2J\r\n"),
    ("a string without a length", b"$x\r\n"), ("a huge string", b"$400000000\r\n" + b"x" * 100000), ("2^63", b"*9223372036854775808\r\n"),
    ("a large array", b"*100000000\r\n" + b":1\r\n" * 100000), ("deep nesting", b"*1\r\n" * 100000), ("a long line", b"+" + b"x" * 200000),
    ("HTTP", b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"), ("zeros", b"\0" * 100000), ("larger than any message", message(b"c", b"x" * (1 << 20))),
    ("half a message", array(bulk(b"message"))[:9]),
]
# Well-formed, and of no interest: the connection stays.
STRANGE = [b"+OK\r\n", b":1\r\n", b"$-1\r\n", b"*-1\r\n", b"*0\r\n", array(bulk(b"message")), array(bulk(b"message"), bulk(b"c"), b":1\r\n"),
           array(bulk(b"message"), bulk(b"c"), array(bulk(b"x"))), array(bulk(b"pmessage"), bulk(b"p"), bulk(b"c"), bulk(composed(rest=b"no")))]


class HostileBackplane(RoomsCase):
    def setUp(self):
        self.redis = FakeRedis()
        self.addCleanup(self.redis.close)

    def node(self):
        server = self.serve(f"'backplane' => 'redis://127.0.0.1:{self.redis.port}'", f"ini_set('memory_limit', '{LIMIT}');")
        people = self.two(server)
        for one in people:
            self.assertTrue(one.ask("$rooms->join($fd, 'r')"))
        return server, people

    def connected(self, people, wanted=True):
        for one in people:
            wait_until(lambda: one.ask("$rooms->stats()['connected']") is wanted, f"connected: {wanted}")

    def check_local(self, people, text):
        """Clients of this server get this message, and none before it."""
        self.assertTrue(people[0].ask(f"$rooms->broadcast('r', '{text}')"))
        self.assertEqual([text] * 2, [one.next() for one in people], text)

    def check_output(self, server, workers):
        output = server.output()
        for sign in ("Fatal", "Uncaught", "unpack", "TypeError", "Deprecated", "memory size"):
            self.assertNotIn(sign, output)
        self.assertEqual(workers, server.workers())
        self.assertLess(output.count("Tern\\WebSocket\\Rooms"), 10, output)


class MessagesTest(HostileBackplane):
    def test_messages_that_are_not_ours(self):
        server, people = self.node()
        workers = server.workers()
        self.connected(people)
        [channel] = {peer.channel for peer in self.redis.subscribers}
        for one in FOREIGN:
            with self.subTest(one.name):
                self.redis.tell(message(channel, one.data))
                if one.got is not None:
                    self.assertEqual([one.got] * 2, [person.next() for person in people])
        self.redis.tell(message(b"another channel", composed(node=b"a third!", number=3, rest=b"no")))
        for raw in STRANGE:
            self.redis.tell(raw)
        self.redis.tell(message(channel, composed(node=b"a third!", number=4, rest=b"last")))
        self.assertEqual(["last"] * 2, [person.next() for person in people])
        self.assertEqual([1, 1], [one.ask("$rooms->stats()['connects']") for one in people])
        self.check_output(server, workers)

    def test_replies_that_are_none(self):
        server, people = self.node()
        workers = server.workers()
        for name, raw in REPLIES:
            with self.subTest(name):
                self.connected(people)
                before = self.redis.subscriptions
                self.redis.tell(raw)
                if name == "half a message":
                    self.redis.drop_all()
                wait_until(lambda: self.redis.subscriptions >= before + 2, "new connections")
                self.check_local(people, name)
        self.connected(people)
        self.check_output(server, workers)

    def test_one_that_closes_again_and_again(self):
        server, people = self.node()
        workers = server.workers()
        self.connected(people)

        def subscribe(peer, channel):
            peer.subscribed(channel)
            peer.close()

        self.redis.on_subscribe = subscribe
        self.redis.on_publish = lambda peer, *_: peer.close()
        self.redis.drop_all()
        before = self.redis.subscriptions
        wait_until(lambda: self.redis.subscriptions > before + 10, "ten connections")
        for number in range(50):
            self.check_local(people, f"closed {number}")
        self.redis.on_subscribe = self.redis.on_publish = None
        self.connected(people)
        self.check_output(server, workers)


class FloodTest(HostileBackplane):
    def flood(self, raw):
        server, people = self.node()
        workers = server.workers()
        self.connected(people)
        people[0].ask("$rooms->leave($fd)")
        people[1].ask("$rooms->leave($fd)")

        def subscribe(peer, channel):
            peer.subscribed(channel)
            piece = raw(channel) * 200
            while True:
                peer.send(piece)

        self.redis.on_subscribe = subscribe
        self.redis.drop_all()
        before = self.redis.subscriptions
        wait_until(lambda: self.redis.subscriptions >= before + 2, "the flood")
        for number in range(100):
            self.assertEqual(number, people[number % 2].ask(str(number)))
            self.assertEqual(server.get("/").status, 200)
        self.redis.on_subscribe = None
        self.redis.drop_all()
        self.connected(people)
        self.check_output(server, workers)

    def test_messages_of_another_server(self):
        self.flood(lambda channel: message(channel, composed(rest=b"x" * 100)))

    def test_messages_with_gaps(self):
        self.flood(lambda channel: message(channel, composed(number=1)) + message(channel, composed(number=1000)))

    def test_replies(self):
        self.flood(lambda _: b"+OK\r\n")


class SilenceTest(HostileBackplane):
    """It takes 15 s until a silent connection counts as broken: all kinds of silence at once."""

    def test_silence(self):
        kinds = {
            "no answer": lambda peer, channel: peer.command(),
            "a byte now and then": self.drip,
            "messages that are none": self.chatter,
        }
        nodes = []
        for name, behaviour in kinds.items():
            self.setUp()
            self.redis.on_subscribe = behaviour
            nodes.append((name, self.redis, *self.node()))
        for name, redis, server, people in nodes:
            with self.subTest(name):
                wait_until(lambda: redis.subscriptions >= 4, "second connections")
                self.check_local(people, name)
                redis.on_subscribe = None
                redis.drop_all()
                self.connected(people)

    @staticmethod
    def drip(peer, channel):
        peer.subscribed(channel)
        peer.socket.settimeout(1)
        peer.send(b"$100000\r\n")
        while True:
            peer.send(b"x")
            try:
                if not peer.socket.recv(1):
                    return
            except TimeoutError:
                pass

    @staticmethod
    def chatter(peer, channel):
        peer.subscribed(channel)
        peer.socket.settimeout(1)
        while True:
            peer.send(message(channel, b"hello"))
            try:
                if not peer.socket.recv(1):
                    return
            except TimeoutError:
                pass

    def test_publish_is_never_answered(self):
        self.redis.on_publish = lambda peer, *_: None
        _, people = self.node()
        self.connected(people)
        for number in range(100):
            self.check_local(people, f"text {number}")
        self.redis.on_publish = self.slowly
        wait_until(lambda: people[0].ask("$rooms->stats()['lost']") == 1, "the first message is lost", 60)
        self.redis.on_publish = None
        self.redis.drop_all()
        wait_until(lambda: people[0].ask("$rooms->stats()['published']") > 90, "the others")

    slowly = staticmethod(lambda peer, *_: peer.send(b":"))


if __name__ == "__main__":
    unittest.main()
