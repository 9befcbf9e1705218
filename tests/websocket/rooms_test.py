"""Tern\\WebSocket\\Rooms: members of all workers, receivers that are too slow, and the backplane between servers."""
# Time limit: 200 s
import ctypes
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import unittest

import services
from harness import wait_until
from php_program import http_script, requires
from server_case import TestCase
from websocket import BINARY, CLOSE, TEXT, WebSocket

CLONE_NEWNET = 0x40000000  # of <sched.h>

MAKE = "new Swoole\\WebSocket\\Server('127.0.0.1', 0)"
SETUP = requires("websocket/rooms_functions.php") + "answers_code($server, $rooms);\n"


class Person:
    """A client of the program above."""

    def __init__(self, address, **more):
        self.socket = WebSocket(address, **more)
        self.inbox = []
        self.fd = self.ask("$fd")
        self.worker = self.ask("$server->worker_id")

    def ask(self, code):
        self.socket.push(code)
        while True:
            found = self.socket.frame()
            if found.payload.startswith(b'{"answer"'):
                return json.loads(found.payload)["answer"]
            self.inbox.append(found)

    def frame(self):
        return self.inbox.pop(0) if self.inbox else self.socket.frame()

    def next(self):
        return self.frame().text

    def close(self):
        self.socket.close()


class RoomsCase(TestCase):
    def serve(self, options="", setup="", host=None, prefix=(), **settings):
        make = MAKE if host is None else MAKE.replace("127.0.0.1", host)
        rooms = f"$rooms = new Tern\\WebSocket\\Rooms($server, [{options}]);"
        settings = {"worker_num": 2, "websocket_compression": True, **settings}
        return self.run_script(http_script("$response->end(json_encode($server->stats()));", settings,
                                           rooms + SETUP + setup, make=make), prefix=prefix)

    def person(self, server, worker=None, host="127.0.0.1", **more):
        """A client, of that worker where one is named: it may start later than the other one."""
        one = wait_until(lambda: self.attempt(server, worker, host, more), f"a connection of worker {worker}")
        self.addCleanup(one.close)
        return one

    @staticmethod
    def attempt(server, worker, host, more):
        others = []
        try:
            for _ in range(200):
                one = Person((host, server.port), **more)
                if worker is None or one.worker == worker:
                    return one
                others.append(one)
        finally:
            for other in others:
                other.close()
        return None

    def two(self, server):
        return self.person(server, 0), self.person(server, 1)

    def statistics(self, server):
        return json.loads(server.get("/").body)


class RoomsTest(RoomsCase):
    def test_join_leave_and_broadcast_from_any_worker(self):
        server = self.serve()
        first, second = self.two(server)
        third = self.person(server, 1)
        self.assertTrue(first.ask("$rooms->join($fd, 'red')"))
        self.assertTrue(first.ask(f"$rooms->join({second.fd}, 'red')"), "of another worker")
        self.assertTrue(second.ask("$rooms->join($fd, 'red')"), "once more")
        self.assertTrue(third.ask("$rooms->join($fd, 'blue')"))
        for one in (first, second, third):
            self.assertEqual(2, one.ask("$rooms->count('red')"))
            self.assertEqual({first.fd, second.fd}, set(one.ask("$rooms->members('red')")))
            self.assertEqual(0, one.ask("$rooms->count('green')"))
            self.assertEqual([], one.ask("$rooms->members('green')"))
            self.assertEqual(["red"], one.ask(f"$rooms->rooms({second.fd})"))
        for sender in (first, second, third):
            self.assertTrue(sender.ask("$rooms->broadcast('red', 'to red')"))
            self.assertTrue(sender.ask("$rooms->broadcast('blue', 'to blue')"))
        self.assertEqual(["to red"] * 3, [first.next() for _ in range(3)])
        self.assertEqual(["to red"] * 3, [second.next() for _ in range(3)])
        self.assertEqual(["to blue"] * 3, [third.next() for _ in range(3)])
        self.assertTrue(first.ask(f"$rooms->leave({second.fd}, 'red')"))
        self.assertFalse(first.ask(f"$rooms->leave({second.fd}, 'red')"))
        self.assertTrue(second.ask("$rooms->broadcast('red', 'without second')"))
        self.assertTrue(second.ask("$rooms->broadcastAll('to all')"))
        self.assertEqual(["without second", "to all"], [first.next(), first.next()])
        self.assertEqual("to all", second.next())
        self.assertEqual("to all", third.next())

    def test_leaving_every_room(self):
        server = self.serve()
        first, second = self.two(server)
        for room in ("a", "b", "c"):
            self.assertTrue(first.ask(f"$rooms->join({second.fd}, '{room}')"))
        self.assertEqual({"a", "b", "c"}, set(first.ask(f"$rooms->rooms({second.fd})")))
        self.assertTrue(first.ask(f"$rooms->leave({second.fd})"))
        self.assertEqual([], second.ask("$rooms->rooms($fd)"))
        self.assertEqual(0, first.ask("$rooms->count('b')"))

    def test_messages_of_every_kind(self):
        server = self.serve()
        first, second = self.two(server)
        for one in (first, second):
            one.ask("$rooms->join($fd, \"\\0 any \\xff bytes\")")
        room = '"\\0 any \\xff bytes"'
        frame = "(function () { $f = new Swoole\\WebSocket\\Frame; $f->data = 'frame'; $f->opcode = 2; return $f; })()"
        sent = [("'text'", TEXT, b"text"), ("''", TEXT, b""), (frame, BINARY, b"frame"),
                ('"\\xff\\0", [], WEBSOCKET_OPCODE_BINARY', BINARY, b"\xff\0"),
                ("str_repeat('x', 200000)", TEXT, b"x" * 200000)]
        for code, opcode, payload in sent:
            self.assertIs(True, first.ask(f"$rooms->broadcast({room}, {code})"), code)
            for one in (first, second):
                found = one.frame()
                self.assertEqual((opcode, payload), (found.opcode, found.payload))

    def test_exceptions(self):
        server = self.serve()
        first, second = self.two(server)
        third = self.person(server, 1)
        for one in (first, second, third):
            one.ask("$rooms->join($fd, 'r')")
        first.ask("$rooms->broadcast('r', 'not to me', $fd)")
        first.ask(f"$rooms->broadcast('r', 'to second only', [$fd, {third.fd}])")
        first.ask(f"$rooms->broadcastAll('to third only', [{second.fd}, $fd])")
        first.ask("$rooms->broadcastAll('end')")
        self.assertEqual(["end"], [first.next()])
        self.assertEqual(["not to me", "to second only", "end"], [second.next() for _ in range(3)])
        self.assertEqual(["not to me", "to third only", "end"], [third.next() for _ in range(3)])

    def test_refusals(self):
        server = self.serve("'rooms_per_connection' => 2, 'members_per_room' => 1")
        first, second = self.two(server)
        third = self.person(server, 1)
        error = ", swoole_last_error()"
        self.assertEqual([False, 1005], first.ask(f"[$rooms->join(123456789, 'r'){error}]"))
        self.assertEqual([False, 1005], first.ask(f"[$rooms->join(-1, 'r'){error}]"))
        self.assertTrue(first.ask("$rooms->join($fd, 'one')"))
        self.assertTrue(first.ask("$rooms->join($fd, 'two')"))
        self.assertEqual([False, 506], first.ask(f"[$rooms->join($fd, 'three'){error}]"))
        self.assertTrue(second.ask("$rooms->join($fd, 'one')"), "members are limited in each worker")
        self.assertEqual([False, 506], first.ask(f"[$rooms->join({third.fd}, 'one'){error}]"))
        self.assertEqual([False, 1203], first.ask(f"[$rooms->broadcast('one', str_repeat('x', 300000)){error}]"))
        part = "(function () { $f = new Swoole\\WebSocket\\Frame; $f->flags = 0; $f->finish = false; return $f; })()"
        for code, said in (("$rooms->join($fd, '')", "must have 1 to 255 bytes, 0 given"),
                           ("$rooms->join($fd, str_repeat('x', 256))", "must have 1 to 255 bytes, 256 given"),
                           ("$rooms->broadcast('r', \"\\xff\")", "must be UTF-8"),
                           ("$rooms->broadcast('r', 'x', [], 9)", "9 given"),
                           ("$rooms->broadcast('r', 'x', ['x'])", "string given"),
                           ("$rooms->broadcast('r', 'x', [null])", "null given"),
                           ("$rooms->broadcast('r', 'x', range(1, 1001))", "at most 1000"),
                           (f"$rooms->broadcast('r', {part})", "whole message")):
            answer = first.ask(code)
            self.assertIn("ValueError", answer)
            self.assertIn(said, answer)
        self.assertIn("before the server starts", first.ask("new Tern\\WebSocket\\Rooms($server)"))

    def test_one_that_closes_is_gone(self):
        server = self.serve()
        first, second = self.two(server)
        second.ask("$rooms->join($fd, 'r')")
        self.assertEqual(1, first.ask("$rooms->count('r')"))
        second.socket.end()
        server.wait_for(rf"^CLOSE {second.fd}")
        self.assertEqual(0, first.ask("$rooms->count('r')"))
        self.assertFalse(first.ask(f"$rooms->rooms({second.fd})"))

    def test_rooms_of_a_worker_that_is_killed(self):
        server = self.serve()
        first, second = self.two(server)
        for one in (first, second):
            one.ask("$rooms->join($fd, 'r')")
        pid = second.ask("$server->worker_pid")
        server.expect_crash(signal.SIGKILL)
        os.kill(pid, signal.SIGKILL)
        second.socket.expect_closed()
        wait_until(lambda: first.ask("$rooms->count('r')") == 1, "its rooms have gone")
        again = self.person(server, 1)
        self.assertTrue(first.ask(f"$rooms->join({again.fd}, 'r')"))
        self.assertTrue(first.ask("$rooms->broadcast('r', 'still there')"))
        self.assertEqual("still there", first.next())
        self.assertEqual("still there", again.next())

    def test_rooms_after_a_reload(self):
        server = self.serve()
        first = self.person(server)
        first.ask("$rooms->join($fd, 'r')")
        first.socket.push("$server->reload()")
        while (found := first.frame()).opcode != CLOSE:
            pass
        first.socket.push(found.payload, CLOSE)
        server.wait_for(f"^CLOSE {first.fd}")
        server.wait_for("the reload is finished")
        first, second = self.two(server)
        self.assertEqual(0, first.ask("$rooms->count('r')"))
        for one in (first, second):
            self.assertTrue(one.ask("$rooms->join($fd, 'r')"))
        first.ask("$rooms->broadcast('r', 'new')")
        self.assertEqual(["new", "new"], [first.next(), second.next()])

    def test_compressed_for_those_who_asked(self):
        server = self.serve()
        plain, _ = self.two(server)
        packed = [self.packed(server) for _ in range(4)]
        for client in packed:
            client.push("$rooms->join($fd, 'r')")
            client.frame()
        plain.ask("$rooms->join($fd, 'r')")
        plain.ask("$rooms->broadcast('r', str_repeat('compress ', 200))")
        self.assertEqual("compress " * 200, plain.next())
        for client in packed:
            found = client.frame()
            self.assertEqual(4, found.rsv)
            self.assertLess(len(found.payload), 100)

    def packed(self, server):
        client = WebSocket(("127.0.0.1", server.port), fields=[("Sec-WebSocket-Extensions", "permessage-deflate")])
        self.addCleanup(client.close)
        self.assertIn("permessage-deflate", client.answer.get("Sec-WebSocket-Extensions"))
        return client

    def test_many_messages_in_order(self):
        server = self.serve("'queue' => 1 << 26")
        first, second = self.two(server)
        second.ask("$rooms->join($fd, 'r')")
        count = 5000  # more than fits into the other worker's box
        send = "if (!$rooms->broadcast('r', str_pad(\"$i\", 1000))) return -$i;"
        code = f"(function () use ($rooms) {{ for ($i = 0; $i < {count}; ++$i) {{ {send} }} return $i; }})()"
        self.assertEqual(count, first.ask(code))
        self.assertEqual([str(i) for i in range(count)], [second.next().strip() for _ in range(count)])


class SlowReceiversTest(RoomsCase):
    SMALL = {"kernel_socket_send_buffer_size": 65536}

    def crowd(self, server):
        """A sender and a reader, who gets all, and one who does not read."""
        sender, reader = self.two(server)
        slow = self.person(server, 0, receive_buffer=4096)
        for one in (reader, slow):
            one.ask("$rooms->join($fd, 'r')")
        return sender, reader, slow

    def send(self, sender, reader):
        """A hundred messages, each when the one before was read."""
        for number in range(100):
            self.assertTrue(sender.ask(f"$rooms->broadcast('r', str_pad('{number}', 50000))"))
            self.assertEqual(str(number), reader.next().strip())

    def test_drop(self):
        server = self.serve("'queue' => 100000, 'on_full' => 'drop', 'compress' => false", **self.SMALL)
        sender, reader, slow = self.crowd(server)
        self.send(sender, reader)
        dropped = self.statistics(server)["websocket_dropped"]
        self.assertGreater(dropped, 50)
        info = sender.ask(f"$server->getClientInfo({slow.fd})")
        self.assertNotEqual(False, info)
        self.assertLessEqual(sender.ask("$rooms->count('r')"), 2)
        # What it got is whole and in order, and it gets what is sent when it has caught up.
        got = [int(slow.next()) for _ in range(100 - dropped)]
        self.assertEqual(sorted(got), got)
        slow.ask("1")
        sender.ask("$rooms->broadcast('r', 'caught up')")
        self.assertEqual("caught up", slow.next())

    def test_close(self):
        server = self.serve("'queue' => 100000, 'on_full' => 'close', 'compress' => false", **self.SMALL)
        sender, reader, slow = self.crowd(server)
        self.send(sender, reader)
        server.wait_for(rf"^CLOSE {slow.fd}")
        self.assertEqual([reader.fd], sender.ask("$rooms->members('r')"))
        self.assertEqual(1, self.statistics(server)["websocket_dropped"])


class BackplaneTest(RoomsCase):
    @classmethod
    def setUpClass(cls):
        cls.redis = services.redis(services.Packages())
        cls.addClassCleanup(cls.redis.close)

    def node(self, **more):
        url = f"redis://127.0.0.1:{self.redis.port}/0"
        server = self.serve(f"'backplane' => '{url}', 'prefix' => '{self.id()}:'", **more)
        people = self.two(server)
        for one in people:
            self.assertTrue(one.ask("$rooms->join($fd, 'r')"))
            self.connected(one)
        return server, people

    def connected(self, one):
        wait_until(lambda: one.ask("$rooms->stats()['connected']"), "the backplane is reached")

    def test_messages_of_other_servers(self):
        _, here = self.node()
        _, there = self.node()
        self.assertTrue(here[0].ask("$rooms->broadcast('r', \"f\u00fcr alle\")"))
        self.assertTrue(here[0].ask("$rooms->broadcast('r', \"\\0\\xff\", [], WEBSOCKET_OPCODE_BINARY)"))
        self.assertTrue(here[0].ask("$rooms->broadcast('s', 'not you')"))
        self.assertTrue(here[0].ask("$rooms->broadcastAll('everybody')"))
        for one in (*here, *there):
            found = [one.frame() for _ in range(3)]
            self.assertEqual(["f\u00fcr alle".encode(), b"\0\xff", b"everybody"], [frame.payload for frame in found])
            self.assertEqual([TEXT, BINARY, TEXT], [frame.opcode for frame in found])
        self.assertEqual([0, 0], [one.ask("$rooms->stats()['received']") for one in here], "its own")
        self.assertEqual([4, 4], [one.ask("$rooms->stats()['received']") for one in there])
        self.assertEqual(2, there[0].ask("$rooms->count('r')"), "of this server")

    def test_a_connection_of_another_server_that_does_not_get_it(self):
        _, here = self.node()
        _, there = self.node()
        address = there[1].ask("$rooms->address($fd)")
        self.assertTrue(here[0].ask(f"$rooms->broadcast('r', 'not for one', ['{address}', $fd, '1.1'])"))
        self.assertTrue(there[1].ask(f"$rooms->broadcast('r', 'nor this', '{address}')"))
        self.assertTrue(here[0].ask("$rooms->broadcast('r', 'for all')"))
        texts = [{one.next() for _ in range(count)} for one, count in (*zip(here, (2, 3)), *zip(there, (3, 1)))]
        self.assertEqual([{"nor this", "for all"}, {"not for one", "nor this", "for all"},
                          {"not for one", "nor this", "for all"}, {"for all"}], texts)

    def test_many_messages(self):
        _, here = self.node()
        _, there = self.node()
        here[0].ask("(function () use ($rooms) { for ($i = 0; $i < 2000; ++$i) $rooms->broadcast('r', \"$i\"); })()")
        expected = [str(i) for i in range(2000)]
        for one in (*here, *there):
            self.assertEqual(expected, [one.next() for _ in range(2000)])
        self.assertEqual(0, there[0].ask("$rooms->stats()['lost']"))

    def test_redis_that_restarts(self):
        first, here = self.node()
        second, there = self.node()
        connects = [one.ask("$rooms->stats()['connects']") for one in (*here, *there)]
        here[0].ask("$rooms->broadcast('r', 'before')")  # who never heard of a sender cannot know what it misses
        self.assertEqual(["before"] * 4, [one.next() for one in (*here, *there)])
        since = [first.mark(), second.mark()]
        self.redis.stop(signal.SIGKILL)
        for server, mark in zip((first, second), since):
            server.wait_for("the backplane is lost", 2, since=mark)
        self.assertTrue(here[0].ask("$rooms->broadcast('r', 'while it is gone')"))
        self.assertEqual(["while it is gone"] * 2, [one.next() for one in here])
        self.redis.again()
        for before, one in zip(connects, (*here, *there)):
            wait_until(lambda: one.ask("$rooms->stats()['connects']") > before, "the backplane is reached again")
        # What was queued meanwhile may have come before the others were there: they find out what they miss.
        here[0].ask("$rooms->broadcast('r', 'back again')")
        for one in there:
            found = list(itertools.takewhile(lambda text: text != "back again", iter(one.next, None)))
            self.assertIn(found, ([], ["while it is gone"]))
            self.assertEqual(1 - len(found), one.ask("$rooms->stats()['lost']"))
        self.assertEqual(["back again"] * 2, [one.next() for one in here])

    def test_no_redis_at_all(self):
        server = self.serve("'backplane' => 'redis://127.0.0.1:1'")
        first, second = self.two(server)
        server.wait_for("the backplane is lost", 2)
        for one in (first, second):
            self.assertTrue(one.ask("$rooms->join($fd, 'r')"))
        self.assertTrue(first.ask("$rooms->broadcast('r', 'here at least')"))
        self.assertEqual(["here at least"] * 2, [first.next(), second.next()])
        self.assertFalse(first.ask("$rooms->stats()['connected']"))
        self.assertNotIn("Deprecated", server.output())

    def test_password_and_database(self):
        with_password = services.redis(services.Packages())
        self.addCleanup(with_password.close)
        with socket.create_connection(("127.0.0.1", with_password.port)) as redis:
            redis.sendall(b"CONFIG SET requirepass p@ss/word\r\n")
            self.assertEqual(redis.recv(64), b"+OK\r\n")
        for user in ("", "default"):
            url = f"redis://{user}:p%40ss%2Fword@127.0.0.1:{with_password.port}/3"
            server = self.serve(f"'backplane' => '{url}'")
            self.connected(self.person(server))
        since = self.serve(f"'backplane' => 'redis://:wrong@127.0.0.1:{with_password.port}'")
        found = since.wait_for("the backplane is lost: .*")
        self.assertNotIn("wrong@", found[0] if isinstance(found, list) else str(found))


class TwoMachinesTest(RoomsCase):
    """Servers in network namespaces of their own, and Redis beside one of them."""

    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("network namespaces are made by root")
        if not shutil.which("redis-server"):
            self.skipTest("there is no redis-server")
        if not shutil.which("ip") or subprocess.run(["ip", "netns", "add", self.name("probe")], capture_output=True,
                                                    check=False).returncode != 0:
            self.skipTest("network namespaces cannot be made here")
        self.run_ip("netns", "del", self.name("probe"))
        self.home = os.open("/proc/self/ns/net", os.O_RDONLY)
        self.addCleanup(os.close, self.home)
        for node in "ab":
            self.run_ip("netns", "add", self.name(node))
            self.addCleanup(self.run_ip, "netns", "del", self.name(node))
        # One wire from a to b; the test enters a namespace to speak with its server.
        self.run_ip("link", "add", "ternrooms", "netns", self.name("a"), "type", "veth", "peer", "name", "ternrooms",
                    "netns", self.name("b"))
        for node, inside in (("a", "10.213.77.2/24"), ("b", "10.213.77.3/24")):
            self.run_ip("-n", self.name(node), "addr", "add", inside, "dev", "ternrooms")
            for link in ("lo", "ternrooms"):
                self.run_ip("-n", self.name(node), "link", "set", link, "up")

    def name(self, node):
        return f"tern-rooms-{os.getpid()}-{node}"

    def run_ip(self, *words):
        subprocess.run(["ip", *words], check=True, capture_output=True)

    def within(self, node):
        return ("ip", "netns", "exec", self.name(node))

    def enter(self, space):
        """For sockets that are made from now on."""
        if ctypes.CDLL(None, use_errno=True).setns(space, CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")

    def two_of(self, node, server):
        with open(f"/run/netns/{self.name(node)}", "rb") as space:
            self.enter(space.fileno())
        try:
            people = self.two(server)
        finally:
            self.enter(self.home)
        for one in people:
            self.assertTrue(one.ask("$rooms->join($fd, 'r')"))
            wait_until(lambda: one.ask("$rooms->stats()['connected']"), "the backplane is reached")
        return people

    def test_a_wire_that_is_cut_for_a_while(self):
        redis = subprocess.Popen([*self.within("a"), "redis-server", "--bind", "10.213.77.2", "--save", "",
                                  "--protected-mode", "no"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(redis.wait)
        self.addCleanup(redis.kill)
        servers = [self.serve("'backplane' => 'redis://10.213.77.2'", prefix=self.within(node)) for node in ("a", "b")]
        here, there = (self.two_of(node, server) for node, server in zip(("a", "b"), servers))
        for sender in (here[0], there[1]):
            sender.ask("$rooms->broadcast('r', 'over the wire')")
            self.assertEqual(["over the wire"] * 4, [one.next() for one in (*here, *there)])
        self.run_ip("-n", self.name("b"), "link", "set", "ternrooms", "down")
        for sender in (here[0], there[0]):
            sender.ask("$rooms->broadcast('r', 'cut')")
        self.assertEqual(["cut"] * 4, [one.next() for one in (*here, *there)])
        self.run_ip("-n", self.name("b"), "link", "set", "ternrooms", "up")
        self.assertEqual(["cut"] * 4, [one.next() for one in (*here, *there)], "TCP sends it again")
        self.assertEqual([0] * 4, [one.ask("$rooms->stats()['lost']") for one in (*here, *there)])


if __name__ == "__main__":
    unittest.main()
