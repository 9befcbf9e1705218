"""The WebSocket server held against RFC 6455 and RFC 7692, case by case: each on a connection of its own, whose bytes are
written and read here, and each mistake of a client followed by a connection that is served."""
# Time limit: 400 s
import json
import threading
import unittest

import websocket_deflate_cases  # noqa: F401 (fills the table)
from harness import wait_until
from http_client import request
from websocket_cases import CASES, HALF_CLOSE, LIMIT, OPEN, Case, echo
from websocket_client import (CLOSE, PONG, TEXT, Deflater, close, frame, ping, random_text, text,
                              upgrade_request)
from websocket_echo import COMPRESSION, EchoTest, shown
from websocket_handshake_cases import (DECLINED, FROM, MALFORMED, OFFERED, OFFERS, ORIGINS, REQUESTS, SUBPROTOCOLS)


class ConformanceCases(EchoTest):
    def check(self, one, cut):
        with self.connect() as socket:
            socket.open(one.offer)
            for step in one.steps:
                if step == HALF_CLOSE:
                    socket.end_of_sending()
                elif isinstance(step, tuple):
                    socket.send(*step)
                elif isinstance(step, bytes):
                    socket.send(*cut(step))
                else:
                    self.expect(socket, *step)
            getattr(self, f"ends_{one.end[0]}")(socket, one)

    def ends_open(self, socket, _):
        self.end_well(socket)

    def ends_dropped(self, socket, _):
        self.assertEqual(shown(socket.events()), [])
        self.still_serves()

    def ends_closes(self, socket, one):
        *said, last = shown(socket.events()) or [None]
        codes = (1000, None) if one.end[1] is None else one.end[1:]
        self.assertIn(last, [(CLOSE, code) for code in codes])
        self.allowed(said, one)
        self.still_serves()

    def ends_fails(self, socket, one):
        *said, last = shown(socket.events()) or [None]
        self.assertIn(last, [(CLOSE, code) for code in one.end[1]], said)
        self.allowed(said, one)
        self.still_serves()

    def allowed(self, said, one):
        allowed = list(one.may)
        for event in said:
            self.assertIn(event, allowed)
            allowed.remove(event)

    def run_cases(self, cases, cut=lambda data: [data]):
        for one in cases:
            with self.subTest(f"{one.section}: {one.name}"):
                self.check(one, cut)


class ConformanceTest(ConformanceCases):
    OPTIONS = {"package_max_length": LIMIT, **COMPRESSION}

    def run_all(self, cut):
        self.assertGreater(len(CASES), 900)
        self.run_cases(CASES, cut)

    def test_at_once(self):
        self.run_all(lambda data: [data])

    def test_byte_by_byte(self):
        self.run_all(lambda data: [data[at:at + 1] for at in range(len(data))] if len(data) < 400 else [data])

    def test_in_two_pieces(self):
        self.run_all(lambda data: [data[:len(data) // 2], data[len(data) // 2:]])

    def test_the_check_itself_can_fail(self):
        for one in (Case("", "", (text("a"), echo("b")), OPEN, [], None),
                    Case("", "", (text("a"), echo("a"), ping(b"p")), OPEN, [], None),
                    Case("", "", (frame(3),), OPEN, [], None),
                    Case("", "", (frame(3),), ("closes", 1000), [], None),
                    Case("", "", (frame(3),), ("fails", (1007,)), [], None),
                    Case("", "", (frame(3),), ("dropped",), [], None),
                    Case("", "", (text("a") + close(1000),), ("closes", 1000), [], None)):
            with self.assertRaises(AssertionError):
                self.check(one, lambda data: [data])

    def counted(self):
        with self.connect() as client:
            return json.loads(client.ask().text)

    def test_every_connection_is_closed(self):
        """Each open event has its close event, also behind mistakes and lost peers."""
        def balanced():
            count = self.counted()
            return count["open"] == count["close"] and count["open"] > 0
        self.still_serves()
        wait_until(balanced, "as many close events as open events")


class HandshakeTest(EchoTest):
    OPTIONS = {"websocket_compression": True}

    def check(self, one, cut):
        with self.connect() as socket:
            socket.send(*cut(one.data))
            if one.statuses == (101,):
                socket.opened(key_in(one.data))
                return self.end_well(socket)
            answer = socket.response("HEAD" if one.data.startswith(b"HEAD") else "GET")
            self.assertIn(answer.status, one.statuses)
            self.assertIsNone(answer.get("Sec-WebSocket-Accept"))
            if answer.status == 426:
                self.assertEqual((answer.get("Sec-WebSocket-Version"), answer.get("Upgrade", "").lower()), ("13", "websocket"))
        return self.still_serves()

    def run_all(self, cut):
        for one in REQUESTS:
            with self.subTest(f"{one.section}: {one.name}"):
                self.check(one, cut)

    def test_at_once(self):
        self.run_all(lambda data: [data])

    def test_byte_by_byte(self):
        self.run_all(lambda data: [data[at:at + 1] for at in range(len(data))] if len(data) < 600 else [data])

    def test_frames_in_the_breath_of_the_request(self):
        for cut in (lambda data: [data], lambda data: [data[:-3], data[-3:]]):
            with self.connect() as socket:
                socket.send(*cut(upgrade_request() + text("early") + ping(b"p")))
                socket.opened()
                self.expect(socket, *echo("early"), (PONG, b"p"))
                self.end_well(socket)

    def test_a_mistake_in_the_breath_of_the_request(self):
        with self.connect() as socket:
            socket.send(upgrade_request() + frame(3))
            socket.opened()
            self.assertEqual(shown(socket.events()), [(CLOSE, 1002)])

    def test_more_in_the_breath_of_the_request_than_is_read_at_once(self):
        data = [random_text(size, "breath") for size in (10, 100000, 200000)]
        with self.connect() as socket:
            socket.send(upgrade_request() + b"".join(map(text, data)))
            socket.opened()
            self.expect(socket, *echo(*data))
            self.end_well(socket)

    def test_behind_another_request_in_one_send(self):
        with self.connect() as socket:
            socket.send(request() + request() + upgrade_request() + text("early"))
            self.assertEqual([socket.response().status for _ in range(2)], [200, 200])
            socket.opened()
            self.expect(socket, *echo("early"))
            self.end_well(socket)

    def test_a_request_behind_it_is_no_frame(self):
        with self.connect() as socket:
            socket.send(upgrade_request() + request())
            socket.opened()
            self.assertEqual(shown(socket.events()), [(CLOSE, 1002)])

    def test_behind_one_that_is_refused(self):
        with self.connect() as socket:
            socket.send(upgrade_request(Sec_WebSocket_Version="12"))
            self.assertEqual(socket.response().status, 426)
            socket.open()
            self.end_well(socket)

    def test_behind_another_request(self):
        with self.connect() as socket:
            self.assertEqual(socket.ask().status, 200)
            socket.open()
            self.end_well(socket)

    def test_many_at_a_time(self):
        sockets = [self.open() for _ in range(50)]
        for at, socket in enumerate(sockets):
            socket.send(text(f"number {at}"))
        for at, socket in enumerate(sockets):
            self.expect(socket, *echo(f"number {at}"))
            self.end_well(socket)


def key_in(data):
    line = next(line for line in data.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key:"))
    return line.split(b":")[1].strip().decode()


class OffersTest(EchoTest):
    """RFC 7692 5 and 7.1, RFC 6455 9.1."""
    OPTIONS = COMPRESSION

    def test_offers(self):
        for one in OFFERS:
            with self.subTest(f"{one.section}: {one.name}"):
                self.check(one)

    def check(self, one):
        expected = one.granted if isinstance(one.granted, tuple) else (one.granted,)
        with self.connect() as socket:
            socket.send(upgrade_request(Sec_WebSocket_Extensions=one.values))
            if expected == (MALFORMED,):
                self.assertEqual(socket.response().status, 400)
                return self.still_serves()
            socket.opened()
            if socket.terms is None:
                self.assertIn(DECLINED, expected)
            else:
                self.answers(socket.terms, next((parameters for parameters in expected if isinstance(parameters, dict)), None))
                self.both_ways(socket)
            return self.end_well(socket)

    def answers(self, terms, offered):
        self.assertIsNotNone(offered, f"was granted: {terms.found}")
        if "server_no_context_takeover" in offered:
            self.assertFalse(terms.server_keeps)
        if "server_max_window_bits" in offered:
            self.assertIn("server_max_window_bits", terms.found, "7.1.2.1: what is accepted is answered")
            self.assertLessEqual(terms.server_bits, offered["server_max_window_bits"])
        if "client_max_window_bits" in terms.found:
            self.assertIn("client_max_window_bits", offered)
            self.assertLessEqual(terms.client_bits, offered["client_max_window_bits"] or 15)

    def both_ways(self, socket):
        data = random_text(3000, "both") * 2
        deflater = Deflater(socket.terms.client_keeps, socket.terms.client_bits)
        for _ in range(3):
            socket.send(frame(TEXT, deflater(data), rsv=4))
            self.expect(socket, *echo(data))


class OffersWithoutContextTest(OffersTest):
    """The server wants no context, whatever is offered."""
    OPTIONS = {"websocket_compression": True}

    def answers(self, terms, offered):
        super().answers(terms, offered)
        self.assertFalse(terms.server_keeps or terms.client_keeps)


class NoCompressionTest(EchoTest):
    """What is not switched on is not granted."""

    def test_is_declined(self):
        socket = self.open(offer="permessage-deflate")
        self.assertIsNone(socket.terms)
        self.end_well(socket)

    def test_rsv1(self):
        socket = self.open(offer="permessage-deflate")
        socket.send(frame(TEXT, Deflater()("a"), rsv=4))
        self.assertEqual(shown(socket.events()), [(CLOSE, 1002)])


class SubprotocolTest(EchoTest):
    OPTIONS = {"websocket_subprotocol": SUBPROTOCOLS}

    def test_offers(self):
        for one in OFFERED:
            with self.subTest(f"{one.section}: {one.name}"), self.connect() as socket:
                answer = socket.open(Sec_WebSocket_Protocol=one.values)
                found = answer.all("Sec-WebSocket-Protocol")
                self.assertIn(found, [[name] for name in one.chosen] or [[]])
                self.end_well(socket)

    def test_none_is_named_where_none_is_set(self):
        with self.connect() as socket:
            answer = socket.open()
            self.assertEqual(answer.all("Sec-WebSocket-Protocol"), [])


class OriginTest(EchoTest):
    """RFC 6455 10.2."""
    OPTIONS = {"websocket_allowed_origins": list(ORIGINS)}

    def test_origins(self):
        for one in FROM:
            with self.subTest(one.name), self.connect() as socket:
                socket.send(upgrade_request(Origin=one.value))
                if one.allowed:
                    socket.opened()
                    self.end_well(socket)
                else:
                    self.assertIn(socket.response().status, (400, 403) if isinstance(one.value, list) else (403,))


class DeflateTest(EchoTest):
    """What the server itself compresses."""
    OPTIONS = COMPRESSION

    def sizes(self, offer, data, times):
        """Of the answers on the wire."""
        socket = self.open(offer)
        found = []
        for _ in range(times):
            socket.send(text(data))
            found += self.expect(socket, *echo(data))
        self.assertTrue(all(one.compressed for one in found))
        self.end_well(socket)
        return [one.wire for one in found]

    def test_compresses(self):
        self.assertLess(self.sizes("permessage-deflate", "word " * 1000, 1)[0], 100)

    def test_keeps_its_context(self):
        first, second, third = self.sizes("permessage-deflate", random_text(1000, "keeps"), 3)
        self.assertGreater(first, 700)
        self.assertLess(max(second, third), 50)

    def test_forgets_its_context(self):
        self.assertGreater(min(self.sizes("permessage-deflate; server_no_context_takeover", random_text(1000, "forgets"), 3)), 700)

    def test_a_small_window_forgets(self):
        data = random_text(2000, "small")
        self.assertGreater(min(self.sizes("permessage-deflate; server_max_window_bits=9", data, 3)), 1400)


class ClosingTest(EchoTest):
    """RFC 6455 7: the end that the server begins."""
    OPTIONS = {"package_max_length": LIMIT}

    def test_server_first(self):
        for code, reason in ((1000, "bye"), (1001, ""), (1008, "x" * 123), (3000, "\u20ac" * 41), (4999, "z")):
            with self.subTest(f"7.1.2: {code}"), self.open() as socket:
                socket.send(text(f"close {code} {reason}"))
                self.assertEqual(socket.event()[:2], (CLOSE, (code, reason)))
                self.assertTrue(socket.quiet(), "it waits for our close frame")
                socket.send(close(code))
                self.assertEqual(socket.events(), [])

    def test_both_at_once(self):
        with self.open() as socket:
            socket.send(text("close 4000 mine") + close(4001, "yours"))
            found = shown(socket.events())
            self.assertIn(found, [[(CLOSE, 4000)], [(CLOSE, 4001)]])

    def test_what_comes_before_our_close(self):
        """1.4: what was on its way when the server said that it closes is no mistake."""
        with self.open() as socket:
            socket.send(text("close 4000 mine"))
            self.assertEqual(socket.event()[:2], (CLOSE, (4000, "mine")))
            socket.send(text("on its way"), text("and", fin=False) + frame(0, "more"), close(4000))
            self.assertEqual(socket.events(), [])

    def test_we_only_end_the_stream(self):
        with self.open() as socket:
            socket.send(text("close 4000 mine"))
            self.assertEqual(socket.event()[:2], (CLOSE, (4000, "mine")))
            socket.end_of_sending()
            self.assertEqual(socket.events(), [])

    def test_reset(self):
        for data in (b"", text("a"), text("a")[:3], text("a", fin=False), close(1000)):
            socket = self.open()
            socket.send(data)
            socket.reset()
            self.still_serves()


class FloodTest(EchoTest):
    """Clients that send and do not read (RFC 6455 10.4): all is answered, or the connection ends; others are served."""
    OPTIONS = {"package_max_length": LIMIT}

    def flood(self, socket, data, times):
        """Sends in another thread, which ends with the connection."""
        def send():
            try:
                for _ in range(times):
                    socket.socket.sendall(data)
                socket.socket.sendall(close(1000))
            except OSError:
                pass
        sender = threading.Thread(target=send)
        sender.start()
        self.addCleanup(sender.join)
        self.addCleanup(socket.close)

    def test_pings_without_reading(self):
        socket = self.open()
        self.flood(socket, ping(b"x" * 125) * 1000, 100)
        for _ in range(5):
            self.still_serves()
        found = socket.events()
        self.assertTrue(all(one[:2] == (PONG, b"x" * 125) for one in found[:-1]))
        self.assertEqual(shown(found[-1:]), [(CLOSE, 1000)])

    def test_messages_without_reading(self):
        socket = self.open()
        data = "x" * 10000
        self.flood(socket, text(data) * 10, 100)
        for _ in range(5):
            self.still_serves()
        found = socket.events()
        self.assertTrue(all(one[:2] == (TEXT, data) for one in found[:-1]))
        self.assertEqual(found[-1][0], CLOSE)

    def test_half_messages(self):
        """1000 connections that each hold the beginning of a message do not keep others from being served."""
        sockets = [self.open() for _ in range(200)]
        for socket in sockets:
            socket.send(text("x" * 1000, fin=False) + frame(0, length=100000)[:9])
        self.still_serves()
        for socket in sockets:
            socket.close()
        self.still_serves()


if __name__ == "__main__":
    unittest.main()
