"""What PHP programs see of WebSockets: events, push(), upgrade() and recv(), options."""
import json
import signal
import struct
import subprocess
import unittest
import zlib

from http_client import request
from php_program import PhpFile
from server_case import SharedServer, TestCase
from websocket import BINARY, CLOSE, PING, PONG, TEXT, WebSocket, frame

MAKE = "new Swoole\\WebSocket\\Server('127.0.0.1', 0)"


class EventsTest(SharedServer):
    SCRIPT = PhpFile("websocket/websocket_events.php", {"max_wait_time": 10})

    def open(self, path="/", fields=(), **more):
        found = WebSocket(("127.0.0.1", self.server.port), path, fields, **more)
        self.addCleanup(found.close)
        return found

    def attempt(self, code):
        with self.open() as client:
            return json.loads(client.push(f"attempt {code}").text())

    def test_open_message_close(self):
        since = self.server.mark()
        client = self.open("/room?x=1")
        fd = self.server.wait_for(r"^OPEN (\d+) /room$", since=since)[1]
        self.assertEqual(["Swoole\\WebSocket\\Frame", int(fd), "show", 1, 1, True], json.loads(client.push("show").text()))
        client.end()
        self.server.wait_for(rf"^CLOSE {fd} false$", since=since)
        self.assertLess(self.server.output().index(f"OPEN {fd} "), self.server.output().index(f"CLOSE {fd} "))

    def test_echo(self):
        client = self.open()
        for size in (0, 1, 125, 126, 65535, 65536, 300_000):
            self.assertEqual("x" * size, client.push("x" * size).text())
        found = client.push(b"\0\xff", BINARY).frame()
        self.assertEqual((BINARY, b"\0\xff"), (found.opcode, found.payload))

    def test_message_with_the_handshake(self):
        client = self.open(upgrade=False)
        ask = request("GET", "/", [("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                                   ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")])
        client.send(ask + frame("early") + frame("bird"))
        answer = client.head()
        self.assertEqual("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", answer.get("Sec-WebSocket-Accept"))
        self.assertEqual(["early", "bird"], [client.text(), client.text()])

    def test_fragments_in(self):
        client = self.open()
        client.push("pie", fin=False).push("in between", PING).push("c", 0, fin=False).push("es", 0)
        self.assertEqual(PONG, client.frame().opcode)
        self.assertEqual("pieces", client.text())

    def test_fragments_out(self):
        client = self.open()
        client.push("fragments")
        found = [client.frame() for _ in range(3)]
        self.assertEqual([(1, b"one ", False), (0, b"two ", False), (0, b"three", True)],
                         [(one.opcode, one.payload, one.fin) for one in found])

    def test_objects(self):
        client = self.open()
        client.push("objects")
        found = [client.frame() for _ in range(2)]
        self.assertEqual([(TEXT, b"an object"), (BINARY, b"an object")], [(one.opcode, one.payload) for one in found])
        self.assertEqual("by object", client.expect_close(4321))

    def test_messages_of_one_connection_run_side_by_side(self):
        since = self.server.mark()
        client = self.open()
        client.push("wait a").push("wait b").push("go b").push("go a")
        self.assertEqual(["waited b", "waited a"], [client.text(), client.text()])
        self.assertLess(self.server.output().index("WAITS a", since), self.server.output().index("WAITS b", since))

    def test_exception_closes_that_connection_only(self):
        other = self.open()
        client = self.open()
        since = self.server.mark()
        client.push("throw")
        client.expect_close(1011)
        self.server.wait_for("Uncaught Exception: thrown in message", since=since)
        self.assertEqual("still here", other.push("still here").text())

    def test_exit_ends_the_message_only(self):
        client = self.open()
        since = self.server.mark()
        self.assertEqual("still here", client.push("exit").push("still here").text())
        self.server.wait_for("said before exit", since=since)

    def test_disconnect(self):
        client = self.open()
        client.push("disconnect 4000 enough of you")
        self.assertEqual("enough of you", client.expect_close(4000))

    def test_close(self):
        client = self.open()
        client.push("close")
        client.expect_close(1000)

    def test_ping(self):
        client = self.open()
        client.push("ping")
        found = client.frame()
        self.assertEqual((PING, b"are you there"), (found.opcode, found.payload))
        self.assertEqual("true", client.text())

    def test_status(self):
        client = self.open()
        self.assertEqual([3, True], json.loads(client.push("status").text()))
        self.assertEqual([0, False, False, 8503], json.loads(self.server.get("/status").text))

    def test_wrong_pushes(self):
        opcode = "The opcode must be 0, 1, 2, 8, 9 or 10"
        for code, expected in (
                ("$server->push(1 << 40, 'x')", [False, 1005, []]),
                ("$server->push($frame->fd, 'x', 3)", [False, 8502, [opcode]]),
                ("$server->push($frame->fd, 'x', WEBSOCKET_OPCODE_CONTINUATION)", [False, 8502, []]),
                ("$server->push($frame->fd, str_repeat('x', 126), WEBSOCKET_OPCODE_PING)",
                 [False, 505, ["A control frame has at most 125 bytes"]]),
                ("$server->ping($frame->fd, str_repeat('x', 126))", [False, 505, ["A control frame has at most 125 bytes"]]),
                ("$server->disconnect(1 << 40)", [False, 1005, []]),
                ("$server->isEstablished(1 << 40)", [False, 1005, []])):
            result, error, warnings = self.attempt(code)
            if "isEstablished" in code:
                error = 1005
            self.assertEqual(expected, [result, error, [text.split("): ")[1] for text in warnings]], code)

    def test_push_after_close(self):
        client = self.open()
        client.push("attempt [$server->disconnect($frame->fd), $server->isEstablished($frame->fd), $server->push($frame->fd, 'x'), swoole_last_error(), "
                    "note('LATE', json_encode([$server->getClientInfo($frame->fd)['websocket_status']]))]")
        client.expect_close(1000)
        self.server.wait_for(r"^LATE \[4\]$")

    def test_requests_on_the_same_port(self):
        self.assertEqual("plain", self.server.get("/").text)
        refused = self.open(upgrade=False)
        answer = refused.body(refused.ask_upgrade("/", [("Sec-WebSocket-Version", "8")]))
        self.assertEqual((426, "13"), (answer.status, answer.get("Sec-WebSocket-Version")))
        self.assertEqual("plain", refused.ask().text)

    def test_client_that_goes_without_a_word(self):
        since = self.server.mark()
        client = self.open()
        fd = self.server.wait_for(r"^OPEN (\d+) /$", since=since)[1]
        client.reset()
        self.server.wait_for(rf"^CLOSE {fd} false$", since=since)

    def test_a_real_client(self):
        python = "/usr/bin/python3"
        if subprocess.run([python, "-c", "import websockets"], check=False, capture_output=True).returncode:
            self.skipTest("the websockets package is not installed")
        code = f"""
import asyncio, websockets
async def main():
    async with websockets.connect("ws://127.0.0.1:{self.server.port}/real") as ws:
        for size in (0, 10, 100000):
            await ws.send("y" * size)
            assert await ws.recv() == "y" * size
        await (await ws.ping())
        await ws.send(["bits", " and ", "pieces"])
        assert await ws.recv() == "bits and pieces"
        await ws.send("throw")
        try:
            await ws.recv()
        except websockets.ConnectionClosed as closed:
            print(closed.code)
asyncio.run(main())"""
        run = subprocess.run([python, "-c", code], check=False, capture_output=True, text=True, timeout=60)
        self.assertEqual(("1011\n", ""), (run.stdout, run.stderr))


class HandshakeTest(TestCase):
    def scenario(self, name):
        return self.run_script(PhpFile("websocket/websocket_scenarios.php", scenario=name))

    def start(self, setup, options=None, handler="$response->end('plain');"):
        return self.serve(handler, options, setup=setup, make=MAKE)

    def open(self, server, path="/", fields=(), **more):
        found = WebSocket(("127.0.0.1", server.port), path, fields, **more)
        self.addCleanup(found.close)
        return found

    def test_by_the_program(self):
        server = self.run_script(PhpFile("websocket/websocket_handshake.php"))
        client = self.open(server, "/", [("X-A", "1")])
        self.assertEqual("yes", client.answer.get("X-Own"))
        self.assertEqual(["welcome", "echo hi"], [client.text(), client.push("hi").text()])
        for path, status in (("/no", 401), ("/silent", 403), ("/throw", 500)):
            refused = self.open(server, upgrade=False)
            self.assertEqual(status, refused.body(refused.ask_upgrade(path)).status)
        self.assertNotIn("NEVER", server.output())
        server.wait_for("^ENDED true$")

    def test_before_the_response(self):
        server = self.run_script(PhpFile("websocket/websocket_answer.php", {"websocket_subprotocol": "other"}))
        client = self.open(server, "/?name=ann", [("Sec-WebSocket-Protocol", "other, mine")])
        answer = client.answer
        self.assertEqual(("ann", "seen=1", ["mine"]),
                         (answer.get("X-Name"), answer.get("Set-Cookie"), answer.all("Sec-WebSocket-Protocol")))
        self.assertEqual("open ann", client.text())
        refused = self.open(server, upgrade=False)
        self.assertEqual((400, "no name"), (lambda found: (found.status, found.text))(refused.body(refused.ask_upgrade())))

    def test_options(self):
        server = self.start("$server->on('message', fn ($server, $frame) => $server->push($frame->fd, $frame->data));",
                            {"websocket_subprotocol": "chat, superchat", "websocket_allowed_origins": ["https://good.example"],
                             "package_max_length": 2000, "websocket_max_fragments": 2})
        client = self.open(server, "/", [("Sec-WebSocket-Protocol", "superchat, chat"), ("Origin", "https://good.example")])
        self.assertEqual("superchat", client.answer.get("Sec-WebSocket-Protocol"))
        client.push("a", fin=False).push("b", 0, fin=False).push("c", 0)
        client.expect_close(1009)
        refused = self.open(server, upgrade=False)
        self.assertEqual(403, refused.ask_upgrade("/", [("Origin", "https://bad.example")]).status)
        self.open(server).push("x" * 2001).expect_close(1009)

    def test_without_a_request_callback(self):
        server = self.scenario("echoes")
        answer = server.get("/")
        self.assertEqual((400, "websocket"), (answer.status, answer.get("Upgrade")))
        self.assertEqual("hi", self.open(server).push("hi").text())

    def test_disconnect_event(self):
        server = self.scenario("notes_ends")
        fd = server.get("/").text
        server.wait_for(rf"^DISCONNECT {fd}$")
        self.open(server).end()
        server.wait_for(r"^CLOSE \d+$")
        self.assertEqual(1, server.output().count("DISCONNECT"))

    def test_another_port(self):
        server = self.scenario("has_another_port")
        client = WebSocket(("127.0.0.1", server.ports[1]))
        self.addCleanup(client.close)
        client.push("by the other port")
        server.wait_for("^GOT by the other port$")
        plain = WebSocket(("127.0.0.1", server.ports[0]), upgrade=False)
        self.addCleanup(plain.close)
        self.assertEqual(200, plain.ask_upgrade().status)


class CompressionTest(TestCase):
    EXTENSION = [("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits")]

    def start(self, **options):
        server = self.run_script(PhpFile("websocket/websocket_scenarios.php", {
            "websocket_compression": True, "websocket_compression_min_length": 10, **options}, scenario="compresses"))
        return WebSocket(("127.0.0.1", server.port), "/", self.EXTENSION)

    @staticmethod
    def deflate(text):
        coder = zlib.compressobj(wbits=-15)
        return (coder.compress(text.encode()) + coder.flush(zlib.Z_SYNC_FLUSH))[:-4]

    def test_both_ways(self):
        with self.start() as client:
            self.assertIn("server_no_context_takeover", client.answer.get("Sec-WebSocket-Extensions"))
            text = "again and " * 100
            for _ in range(3):
                found = client.push(self.deflate(text), rsv=4).frame()
                self.assertEqual((4, text + "3"), (found.rsv, zlib.decompressobj(-15).decompress(found.payload + b"\0\0\xff\xff").decode()))
            self.assertEqual("short1", client.push("short").text())

    def test_context(self):
        with self.start(websocket_compression_context=True) as client:
            self.assertNotIn("no_context", client.answer.get("Sec-WebSocket-Extensions"))
            inflate = zlib.decompressobj(-15)
            sizes = []
            text = "only once in all its length " * 3
            for _ in range(2):
                found = client.push(text).frame()
                sizes.append(len(found.payload))
                self.assertEqual(text + "1", inflate.decompress(found.payload + b"\0\0\xff\xff").decode())
            self.assertLess(sizes[1], sizes[0] / 2)

    def test_off(self):
        server = self.run_script(PhpFile("websocket/websocket_scenarios.php", scenario="compresses"))
        with WebSocket(("127.0.0.1", server.port), "/", self.EXTENSION) as client:
            self.assertIsNone(client.answer.get("Sec-WebSocket-Extensions"))
            self.assertEqual("x" * 100 + "1", client.push("x" * 100).text())


class UpgradeTest(SharedServer):
    SCRIPT = PhpFile("websocket/websocket_upgrade.php", {"max_request_execution_time": 1, "websocket_max_handled": 3})

    def open(self, path, **more):
        found = WebSocket(("127.0.0.1", self.server.port), path, **more)
        self.addCleanup(found.close)
        return found

    def test_echo(self):
        since = self.server.mark()
        client = self.open("/echo")
        self.assertEqual("yes", client.answer.get("X-Own"))
        fd = client.push("a").text().split()[0]
        for text in ("", "b", "c" * 100_000):
            self.assertEqual(f"{fd} same {text}", client.push(text).text())
        client.push(struct.pack("!H", 4000) + b"because", CLOSE)
        self.assertEqual(4000, client.frame().code)
        client.expect_closed()
        self.server.wait_for("^CLOSING 4000 because$", since=since)
        self.server.wait_for('^END ""$', since=since)
        self.server.wait_for("^CLOSE$", since=since)
        self.assertNotIn("NEVER", self.server.output())

    def test_lost_connection(self):
        since = self.server.mark()
        self.open("/echo").reset()
        self.server.wait_for('^END ""$', since=since)

    def test_return_closes(self):
        client = self.open("/echo")
        client.push("return").expect_close(1000)

    def test_refused(self):
        client = self.open("/", upgrade=False)
        self.assertEqual(200, client.body(client.ask_upgrade("/plain")).status)
        answer = client.ask(path="/echo")
        self.assertEqual(400, answer.status)
        self.server.wait_for("^REFUSED 8504$")

    def test_timeout(self):
        client = self.open("/timeout")
        self.assertEqual([False, 110], json.loads(client.text()))
        self.assertEqual("then this", client.push("then this").text())
        client.expect_close(1000)

    def test_messages_wait_and_reading_pauses(self):
        client = self.open("/late")
        self.server.wait_for("^UPGRADED$")
        for size in range(10):
            client.push("x" * size)
        client.push(struct.pack("!H", 1001), CLOSE)
        self.server.get("/open")
        self.assertEqual(1001, client.frame().code)
        client.expect_closed()
        self.server.wait_for(r"^ALL \[\[0,1,2,3,4,5,6,7,8,9,1001\],false,8503,false\]$")

    def test_two_receivers(self):
        client = self.open("/two")
        self.assertEqual("coroutine N waits in recv() of this WebSocket already", client.text())
        self.assertEqual("for the first", client.push("for the first").text())

    def test_without_upgrade(self):
        self.assertEqual([False, False, 8503], json.loads(self.server.get("/never").text))
        self.server.wait_for("^LATER false$")

    def test_exception(self):
        since = self.server.mark()
        self.open("/throw").expect_close(1000)
        self.server.wait_for("Uncaught Exception: after upgrade", since=since)

    def test_cancel(self):
        client = self.open("/cancel")
        client.text()
        self.assertEqual([False, 10017], json.loads(client.text()))
        self.assertEqual("done", client.expect_close(4001))


class WorkersTest(TestCase):
    def pair(self):
        """Two clients of different workers."""
        self.server = self.run_script(PhpFile("websocket/websocket_workers.php", {"worker_num": 2, "max_wait_time": 10}))
        by_worker = {}
        while len(by_worker) < 2:
            client = WebSocket(("127.0.0.1", self.server.port))
            self.addCleanup(client.close)
            worker, fd = json.loads(client.text())
            by_worker.setdefault(worker, (client, fd))
        return [*by_worker[0], *by_worker[1]]

    def test_across_workers(self):
        one, own, other, fd = self.pair()
        self.assertEqual("true", one.push(f"push {fd} hello over there").text())
        self.assertEqual("hello over there", other.text())
        self.assertEqual("true", one.push(f"parts {fd}").text())
        self.assertEqual([(False, b"a"), (True, b"b")], [(found.fin, found.payload) for found in (other.frame(), other.frame())])
        self.assertEqual("true", one.push(f"ping {fd} there").text())
        self.assertEqual((PING, b"there"), (lambda found: (found.opcode, found.payload))(other.frame()))
        self.assertEqual("true", one.push(f"is {fd}").text())
        self.assertEqual("true", one.push(f"bye {fd} go away").text())
        self.assertEqual("go away", other.expect_close(4002))
        self.server.wait_for(f"^CLOSED {fd}$")
        self.assertEqual("false", one.push(f"is {fd}").text())
        self.assertEqual("false", one.push(f"push {fd} gone").text())

    def test_close_across_workers(self):
        one, own, other, fd = self.pair()
        self.assertEqual("true", one.push(f"close {fd}").text())
        other.expect_close(1000)

    def test_reload(self):
        one, _, other, _ = self.pair()
        self.server.send_signal(signal.SIGUSR1)
        for client in (one, other):
            client.expect_close(1001)
        self.server.wait_for(r"^CLOSED \d+$", 2)
        with WebSocket(("127.0.0.1", self.server.port)) as client:
            client.text()


class SlowClientTest(TestCase):
    OPTIONS = {"socket_buffer_size": 65536, "kernel_socket_send_buffer_size": 4096}

    def slow(self, **options):
        self.server = self.run_script(PhpFile("websocket/websocket_slow.php", {**self.OPTIONS, **options}))
        client = WebSocket(("127.0.0.1", self.server.port), receive_buffer=4096)
        self.addCleanup(client.close)
        client.push("20000")
        self.server.wait_for("^BEGINS$")
        return client

    def test_push_waits(self):
        client = self.slow()
        self.assertEqual("on it goes", self.server.get("/").text)
        self.assertNotIn("SENT", self.server.output())
        for _ in range(50):
            self.assertEqual(20000, len(client.text()))
        self.server.wait_for("^SENT 50 ")

    def test_push_waits_for_a_client_that_goes(self):
        client = self.slow()
        self.assertEqual("on it goes", self.server.get("/").text)
        client.reset()
        self.server.wait_for(r"^SENT \d+ 8503$")

    def test_push_does_not_wait_for_ever(self):
        self.slow(send_timeout=0.05)
        self.server.wait_for(r"^SENT \d+ (110|8503)$")

    def test_push_fails_outside_of_coroutines(self):
        self.slow(enable_coroutine=False)
        self.server.wait_for(r"^SENT \d+ 1009$")
        self.assertEqual("on it goes", self.server.get("/").text)


class ModesTest(TestCase):
    def test_without_coroutines(self):
        server = self.run_script(PhpFile("websocket/websocket_events.php", {"enable_coroutine": False}))
        with WebSocket(("127.0.0.1", server.port)) as client:
            self.assertEqual(["a", "b"], [client.push("a").text(), client.push("b").text()])
            client.push("throw").expect_close(1011)
        self.assertEqual("plain", server.get("/").text)

    def test_one_message_at_a_time(self):
        server = self.run_script(PhpFile("websocket/websocket_events.php", {"websocket_max_handled": 1}))
        with WebSocket(("127.0.0.1", server.port)) as client:
            client.send(b"".join(frame(f"slow {name}") for name in range(20)))
            self.assertEqual([str(name) for name in range(20)], [client.text() for _ in range(20)])
        said = [line for line in server.output().splitlines() if line.startswith(("BEGIN", "END"))]
        self.assertEqual([f"{what} {name}" for name in range(20) for what in ("BEGIN", "END")], said)

    def test_time_limit(self):
        server = self.run_script(PhpFile("websocket/websocket_events.php", {"max_request_execution_time": 0.05}))
        with WebSocket(("127.0.0.1", server.port)) as client:
            client.push("wait for ever").expect_close(1011)

    def test_fatal_error(self):
        server = self.run_script(PhpFile("websocket/websocket_fatal.php"))
        client = WebSocket(("127.0.0.1", server.port))
        self.addCleanup(client.close)
        client.push("fatal")
        client.rest()
        server.wait_for("Allowed memory size")
        with WebSocket(("127.0.0.1", server.port)) as other:
            self.assertEqual("the next worker", other.push("the next worker").text())

    def test_frames_of_control(self):
        server = self.run_script(PhpFile("websocket/websocket_control.php", {
            "open_websocket_close_frame": True, "open_websocket_ping_frame": True, "open_websocket_pong_frame": True}))
        with WebSocket(("127.0.0.1", server.port)) as client:
            found = client.push("theirs", PING).push("unasked", PONG).frame()
            self.assertEqual((PONG, b"mine"), (found.opcode, found.payload))
            found = client.push(struct.pack("!H", 1000) + b"bye", CLOSE).frame()
            self.assertEqual((4003, b"so be it"), (found.code, found.payload[2:]))
            client.expect_closed()
        server.wait_for(r"^GOT Swoole\\WebSocket\\Frame 9 theirs$")
        server.wait_for(r"^GOT Swoole\\WebSocket\\Frame 10 unasked$")
        server.wait_for(r"^GOT Swoole\\WebSocket\\CloseFrame 8 1000 bye$")


if __name__ == "__main__":
    unittest.main()
