"""Ports that speak the program's own protocol."""
import contextlib
import hashlib
import os
import signal
import socket
import ssl
import struct
import threading
import unittest

from harness import wait_until
from http_client import request
from raw_server import RawTest

LENGTH = {"open_length_check": True, "package_length_type": "N", "package_length_offset": 0, "package_body_offset": 4}
ECHO = "$server->send($fd, $data);"


def framed(body):
    return struct.pack(">I", len(body)) + body


class Case(RawTest):
    SCENARIOS = "tcp/tcp_scenarios.php"

    def expect_end(self, client):
        while client.receive():
            pass


class Framing(Case):
    def packets(self, options, pieces, reply="$server->send($fd, strlen($data) . ':' . bin2hex($data) . \"\\r\\n\");"):
        """The packets that these pieces were cut into; each piece is received before the next one is sent."""
        server = self.serve(reply, options)
        with server.client() as client:
            client.send(*pieces)
            client.end_of_sending()
            self.expect_end(client)
            lines = client.unread.decode().split("\r\n")[:-1]
        server.stop()
        return [bytes.fromhex(line.split(":")[1]) for line in lines]

    def test_whatever_arrives(self):
        self.assertEqual(b"".join(self.packets({}, [b"abc"])), b"abc")

    def test_length(self):
        data = framed(b"one") + framed(b"") + framed(b"three")
        self.assertEqual(self.packets(LENGTH, [data[:2], data[2:9], data[9:]]),
                         [framed(b"one"), framed(b""), framed(b"three")])

    def test_length_types(self):
        for letter, head in (("n", b"\0\3"), ("v", b"\3\0"), ("V", b"\3\0\0\0"), ("C", b"\3"), ("J", b"\0" * 7 + b"\3"),
                             ("P", b"\3" + b"\0" * 7)):
            options = {**LENGTH, "package_length_type": letter, "package_body_offset": len(head)}
            self.assertEqual(self.packets(options, [head + b"abc" + head + b"def"]), [head + b"abc", head + b"def"], letter)

    def test_length_within_a_head(self):
        options = {"open_length_check": True, "package_length_type": "n", "package_length_offset": 2,
                   "package_body_start": 6}
        message = b"\x01\x02\x00\x05\xff\xffhello"
        self.assertEqual(self.packets(options, [message * 2]), [message, message])

    def test_length_function(self):
        server = self.scenario("length_function", {"open_length_check": True, "package_max_length": 4096})
        with server.client() as client:
            client.send(b"3a", b"bc", b"2xy1z")
            self.assertEqual(client.exactly(15), b"[3abc][2xy][1z]")
            client.send(b"!!")
            self.expect_end(client)
        server.wait_for("the length of a packet is malformed")

    def test_length_function_that_throws(self):
        server = self.scenario("length_function_that_throws", {"open_length_check": True})
        with server.client() as client:
            client.send(b"x")
            self.expect_end(client)
        server.wait_for("no idea")

    def test_end_mark(self):
        for option in ("open_eof_check", "open_eof_split"):
            options = {option: True, "package_eof": "\n\n"}
            self.assertEqual(self.packets(options, [b"a\n", b"\nb\n\n", b"c\n\nd"]), [b"a\n\n", b"b\n\n", b"c\n\n"])

    def test_default_end_mark(self):
        self.assertEqual(self.packets({"open_eof_split": True}, [b"a\r\nb\r\n\r\n"]), [b"a\r\nb\r\n\r\n"])

    def test_mqtt(self):
        connect = bytes([0x10, 12, 0, 4]) + b"MQTT" + bytes([4, 2, 0, 60, 0, 0])
        publish = bytes([0x30, 0x80 | 0x48, 1, 0, 1]) + b"t" + b"x" * (200 - 3)
        ping = bytes([0xC0, 0])
        data = connect + publish + ping
        self.assertEqual(self.packets({"open_mqtt_protocol": True}, [data[:1], data[1:16], data[16:]]),
                         [connect, publish, ping])

    def test_malformed_mqtt(self):
        server = self.serve(ECHO, {"open_mqtt_protocol": True})
        with server.client() as client:
            client.send(b"\x30\xff\xff\xff\xff\x01")
            self.expect_end(client)
        server.wait_for("is closed")

    def test_large_packet(self):
        body = os.urandom(1 << 20)
        server = self.serve("$server->send($fd, pack('N', 32) . md5($data));", LENGTH)
        with server.client() as client:
            client.send(framed(body) + framed(b"x"))
            self.assertEqual(client.exactly(36)[4:], hashlib.md5(framed(body)).hexdigest().encode())
            self.assertEqual(client.exactly(36)[4:], hashlib.md5(framed(b"x")).hexdigest().encode())

    def test_too_large(self):
        server = self.serve(ECHO, {**LENGTH, "package_max_length": 2000})
        with server.client() as client:
            client.send(framed(b"x" * 1996))
            self.assertEqual(len(client.exactly(2000)), 2000)
            client.send(struct.pack(">I", 1997))
            self.expect_end(client)
        server.wait_for("a packet is larger than package_max_length")


class Events(Case):
    def test_life_of_a_connection(self):
        server = self.scenario("life_of_a_connection")
        with server.client() as client:
            client.send(b"hello")
            self.expect_end(client)
        match = server.wait_for(r"^connect (\d+)\nreceive \1 hello\nclose \1$")
        self.assertGreater(int(match[1]), 0)

    def test_event_objects(self):
        server = self.scenario("event_objects", {"event_object": True})
        with server.client() as client:
            client.send(b"hello")
            self.expect_end(client)
        server.wait_for(r"^connect Swoole\\Server\\Event (\d+) NULL timed\n"
                        r"receive Swoole\\Server\\Event \1 'hello' timed\nclose Swoole\\Server\\Event \1 NULL timed$")

    def test_each_packet_has_a_coroutine(self):
        server = self.scenario("waits_with_the_first_packet", {"open_eof_split": True, "package_eof": "\n"})
        with server.client() as client:
            client.send(b"a\nb\n")
            self.assertEqual(client.exactly(2), b"b\n")
        server.stop()

    def test_without_coroutines(self):
        server = self.serve("$server->send($fd, Co::getCid() . $data);", {"enable_coroutine": False})
        with server.client() as client:
            client.send(b"x")
            self.assertEqual(client.exactly(3), b"-1x")

    def test_exception(self):
        server = self.serve("if ($data === 'throw') throw new Exception('oh no'); $server->send($fd, 'fine');")
        with server.client() as client:
            client.send(b"throw")
            server.wait_for("oh no")
            client.send(b"x")
            self.assertEqual(client.exactly(4), b"fine")

    def test_fatal_error(self):
        server = self.serve("if ($data === 'die') { ini_set('memory_limit', memory_get_usage() + (4 << 20)); str_repeat('x', 64 << 20); }"
                            "$server->send($fd, 'fine');")
        with server.client() as client:
            client.send(b"die")
            self.expect_end(client)
        server.wait_for("Allowed memory size")
        with server.client() as client:
            client.send(b"x")
            self.assertEqual(client.exactly(4), b"fine")

    def test_end_of_sending_is_heard_after_the_packets(self):
        server = self.serve("$server->send($fd, strtoupper($data));", {"open_eof_split": True, "package_eof": "\n"})
        with server.client() as client:
            client.send(b"a\nb\n").end_of_sending()
            self.expect_end(client)
            self.assertEqual(client.unread, b"A\nB\n")


class Sending(Case):
    def test_errors(self):
        server = self.scenario("errors_of_sending", {"output_buffer_size": 4096})
        with server.client() as client:
            client.send(b"x")
            server.wait_for(r"^errors \[1005,505,1203,1005,1005\]$")

    def test_waits_for_a_slow_client(self):
        server = self.scenario("waits_for_a_slow_client", {"socket_buffer_size": 2 << 20})
        with server.client(receive_buffer=65536) as client:
            client.send(b"go")
            server.wait_for("^full$")
            self.assertNotIn("sent", server.output())
            for i in range(64):
                self.assertEqual(client.exactly(1 << 20), bytes([i]) * (1 << 20))
            server.wait_for("^sent$")
            server.wait_for("^empty$")
        self.assertNotIn("failed", server.output())

    def test_does_not_wait_with_send_yield_off(self):
        server = self.scenario("stops_early", {"socket_buffer_size": 2 << 20, "send_yield": False})
        with server.client(receive_buffer=65536) as client:
            client.send(b"go")
            server.wait_for("^stopped 1009 early$")

    def test_client_that_goes_ends_the_wait(self):
        server = self.scenario("stops_when_the_client_goes", {"socket_buffer_size": 2 << 20})
        client = server.client(receive_buffer=65536)
        client.send(b"go")
        client.exactly(1 << 20)
        client.reset()
        server.wait_for("^stopped 1005$")

    def client_of_each_worker(self, server):
        """Of two workers: a client of each, and the number of its connection."""
        clients = {}
        while len(clients) < 2:
            client = server.client()
            self.addCleanup(client.close)
            client.send(b"who")
            worker, fd = struct.unpack(">II", client.exactly(8))
            clients[worker] = (client, fd)
        return clients

    def test_to_another_worker(self):
        server = self.scenario("sends_to_another_worker", {"worker_num": 2})
        clients = self.client_of_each_worker(server)
        for size in (1, 1000, 100_000, 900_000):
            clients[0][0].send(struct.pack(">II", clients[1][1], size))
            self.assertEqual(clients[1][0].exactly(size), b"y" * size)
        self.assertNotIn("failed", server.output())

    def test_many_to_another_worker_come_in_order(self):
        server = self.scenario("sends_much_to_another_worker", {"worker_num": 2})
        clients = self.client_of_each_worker(server)
        clients[0][0].send(struct.pack(">I", clients[1][1]))
        self.assertEqual(clients[1][0].exactly(2_000_000), b"".join(b"%09d\n" % i for i in range(200_000)))
        server.wait_for("^sent elsewhere$")

    def test_sendfile(self):
        server = self.scenario("sends_its_own_file")
        with server.client() as client:
            client.send(b"x")
            self.expect_end(client)
            self.assertEqual(client.unread, server.script.read_bytes()[2:7])
        server.wait_for(r"bool\(false\)\nint\(2\)\nbool\(false\)")

    def test_sendwait(self):
        server = self.serve("note('waited', var_export($server->sendwait($fd, str_repeat('x', 8 << 20)), true));")
        with server.client(receive_buffer=65536) as client:
            client.send(b"x")
            self.assertEqual(len(client.exactly(8 << 20)), 8 << 20)
        server.wait_for("^waited true$")


class Control(Case):
    def test_delayed_receive(self):
        server = self.scenario("confirms_later", {"enable_delay_receive": True})
        with server.client() as client:
            client.send(b"hello")
            self.assertEqual(client.exactly(5), b"hello")
        server.wait_for("^true$")

    def test_pause_and_resume(self):
        server = self.scenario("pauses_and_resumes", {"open_eof_split": True, "package_eof": "\n"})
        with server.client() as client:
            client.send(b"a\nb\n")
            self.assertEqual(client.exactly(4), b"a\nb\n")

    def test_bind_and_info(self):
        server = self.scenario("binds")
        with server.client() as client:
            client.send(b"x")
            server.wait_for(r"^bind \[true,false,false\]$")
            server.wait_for(r'^info \[42,"127.0.0.1",true\]$')

    def test_heartbeat(self):
        server = self.scenario("has_a_heartbeat", {"heartbeat_idle_time": 0.05})
        with server.client() as idle, server.client() as protected:
            protected.send(b"protect")
            self.assertEqual(protected.exactly(3), b"yes")
            self.expect_end(idle)
            protected.send(b"x")
            server.wait_for(r"^idle \[\]$")

    def test_worker_is_busy_while_it_receives(self):
        status = "json_encode([$server->getWorkerStatus(), $server->stats()['idle_worker_num']])"
        server = self.serve(f"$server->send($fd, {status});", setup=f"""
            $server->on('workerStart', fn($server) => Swoole\\Timer::tick(1, fn() => {status} === '[2,1]' && print("IDLE\n")));""")
        with server.client() as client:
            client.send(b"x")
            self.assertEqual(client.exactly(5), b"[1,0]")
        server.wait_for("^IDLE$")

    def test_info_in_the_callback_of_close(self):
        server = self.scenario("tells_of_closed_ones")
        with server.client() as client:
            client.send(b"x")
            client.exactly(1)
        server.wait_for(r'^INFO \[7,"127.0.0.1",0,true\]$')
        server.wait_for("^LATER false$")

    def test_connections(self):
        server = self.scenario("lists_connections", {"worker_num": 2})
        clients = [server.client(i % 2) for i in range(3)]
        for client in clients:
            self.addCleanup(client.close)
        wait_until(lambda: (clients[0].send(b"x"), "[true,3," in server.output())[1], "three connections")
        server.wait_for(r'^all \[true,3,true,true,false,"127.0.0.1",2,1,"Swoole\\\\Connection\\\\Iterator"\]$')

    def test_broadcast(self):
        server = self.serve("foreach ($server->connections as $to) $server->send($to, $data);", {"worker_num": 2})
        clients = [server.client() for _ in range(8)]
        for client in clients:
            self.addCleanup(client.close)
            client.send(b"hello\n")
            self.assertIn(b"hello\n", client.exactly(6))
        clients[0].send(b"bye\n")
        for client in clients:
            while b"bye\n" not in client.unread:
                self.assertTrue(client.receive())

    def test_close_of_another_workers_connection(self):
        server = self.scenario("closes_the_others", {"worker_num": 2})
        clients = [server.client() for _ in range(6)]
        for client in clients:
            self.addCleanup(client.close)
            client.send(b"here")
            client.exactly(3)
        clients[0].send(b"x")
        for client in clients[1:]:
            self.expect_end(client)


class Reload(Case):
    def reload(self, server):
        before = server.workers()
        server.send_signal(signal.SIGUSR1)
        server.wait_new_workers(before)

    def test_nothing_is_lost(self):
        server = self.serve(ECHO, {**LENGTH, "worker_num": 2, "max_wait_time": 10})
        stop = threading.Event()
        counts, failures = [], []

        def talk(number):
            done = 0
            try:
                with server.client() as client:
                    while not stop.is_set():
                        message = framed(f"{number} {done} ".encode() + b"x" * (done * 37 % 3000))
                        client.send(message[:done % 7], message[done % 7:])
                        if client.exactly(len(message)) != message:
                            failures.append("wrong echo")
                        done += 1
            except BaseException as error:  # a thread's own
                failures.append(repr(error))
            counts.append(done)
        threads = [threading.Thread(target=talk, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for _ in range(4):
            self.reload(server)
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertTrue(all(count > 0 for count in counts))

    def test_half_a_packet_goes_to_the_successor(self):
        server = self.serve("$server->send($fd, $server->worker_pid . \"\\n\");", {"open_eof_split": True, "package_eof": "\n"})
        with server.client() as client:
            client.send(b"one\n")
            old = client.exactly(len(str(server.workers()[0])) + 1)
            client.send(b"tw")
            self.reload(server)
            client.send(b"o\n")
            new = client.exactly(len(str(server.workers()[0])) + 1)
            self.assertNotEqual(old, new)

    def test_late_answer_finds_its_connection(self):
        server = self.scenario("answers_late", {"max_wait_time": 20})
        with server.client() as client:
            client.send(b"x")
            server.wait_for("^waits$")
            before = server.workers()
            server.send_signal(signal.SIGUSR1)
            wait_until(lambda: set(server.workers()) - set(before), "a successor")
            (server.folder / "go").touch()
            self.assertEqual(client.exactly(4), b"late")
        self.assertNotIn("failed", server.output())


class Tls(Case):
    def connect(self, server):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        plain = socket.create_connection(("127.0.0.1", server.port), 30)
        client = context.wrap_socket(plain)
        self.addCleanup(client.close)
        return client

    def exactly(self, client, size):
        data = b""
        while len(data) < size:
            more = client.recv(size - len(data))
            self.assertTrue(more)
            data += more
        return data

    def serve_tls(self, receive):
        return self.serve(receive, {**LENGTH, "tls": "self-signed"},
                          make="new Swoole\\Server('127.0.0.1', 0, SWOOLE_BASE, SWOOLE_SOCK_TCP | SWOOLE_SSL)")

    def test_echo(self):
        client = self.connect(self.serve_tls(ECHO))
        for size in (0, 1, 1000, 16384, 300_000):
            message = framed(os.urandom(size))
            client.sendall(message[:3])
            client.sendall(message[3:] + message)
            self.assertEqual(self.exactly(client, 2 * len(message)), message * 2)

    def test_close(self):
        client = self.connect(self.serve_tls("$server->send($fd, $data); $server->close($fd);"))
        client.sendall(framed(b"bye"))
        self.assertEqual(self.exactly(client, 7), framed(b"bye"))
        self.assertEqual(client.recv(1), b"")

    def test_connect_comes_after_the_handshake(self):
        server = self.scenario("greets", {**LENGTH, "tls": "self-signed"}, type="ssl")
        with socket.create_connection(("127.0.0.1", server.port), 30) as plain:
            plain.sendall(b"\0no handshake")
            with contextlib.suppress(ConnectionResetError):
                while plain.recv(100):
                    pass
        self.assertEqual(self.exactly(self.connect(server), 9), framed(b"hello"))
        server.wait_for("^CONNECTED$")
        self.assertNotIn("CLOSED", server.output())

    def test_reload_closes_what_cannot_move(self):
        server = self.serve_tls(ECHO)
        client = self.connect(server)
        client.sendall(framed(b"x"))
        self.assertEqual(self.exactly(client, 5), framed(b"x"))
        server.send_signal(signal.SIGUSR1)
        self.assertEqual(client.recv(1), b"")


class Ports(Case):
    def test_beside_http(self):
        server = self.scenario("beside_http")
        self.assertEqual(server.get("/").text, "http")
        with server.client(1) as client:
            client.send(b"a\n")
            self.assertEqual(client.exactly(6), b"tcp a\n")
        with server.client(2) as client:
            client.send(request())
            self.assertEqual(client.response().text, "http")

    def test_http_of_a_tcp_server(self):
        server = self.scenario("http_of_a_tcp_server")
        with server.client(1) as client:
            client.send(request())
            self.assertEqual(client.response().text, "http")
        with server.client() as client:
            client.send(b"x")
            self.assertEqual(client.exactly(1), b"x")

    def test_unix_socket(self):
        server = self.serve(ECHO, make="new Swoole\\Server(getcwd() . '/socket', 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_STREAM)")
        client = socket.socket(socket.AF_UNIX)
        self.addCleanup(client.close)
        client.connect(str(server.folder / "socket"))
        client.sendall(b"hello")
        self.assertEqual(client.recv(100), b"hello")


if __name__ == "__main__":
    unittest.main()
