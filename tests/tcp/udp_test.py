"""Ports of datagrams."""
import os
import signal
import socket
import threading
import unittest

from raw_server import RawTest, raw_script

ECHO = "$server->sendto($client['address'], $client['port'], $data, $client['server_socket']);"


def udp_script(packet, options=None, make="new Swoole\\Server('127.0.0.1', 0, SWOOLE_BASE, SWOOLE_SOCK_UDP)", setup=""):
    return raw_script(None, options, make=make, setup=f"""
        $server->on('packet', function ($server, $data, $client = null) {{ {packet} }});
        {setup}""")


class UdpTest(RawTest):
    SCENARIOS = "tcp/udp_scenarios.php"
    make_script = staticmethod(udp_script)

    def socket(self, server, index=0, family=socket.AF_INET):
        client = socket.socket(family, socket.SOCK_DGRAM)
        self.addCleanup(client.close)
        client.settimeout(30)
        client.connect(("::1" if family == socket.AF_INET6 else "127.0.0.1", server.ports[index]))
        return client

    def test_echo(self):
        server = self.serve(ECHO)
        client = self.socket(server)
        for size in (1, 1000, 65000):
            data = os.urandom(size)
            client.send(data)
            self.assertEqual(client.recv(1 << 16), data)

    def test_the_socket_of_a_port(self):
        server = self.scenario("names_its_sockets")
        name = f"127.0.0.1:{server.ports[0]}"
        server.wait_for(f"^<{name} {name} .*must be a port of this server, 1 given>")
        client = self.socket(server)
        client.send(b"still there")
        self.assertEqual(client.recv(100), b"still there")

    def test_empty_datagram(self):
        server = self.serve("$server->sendto($client['address'], $client['port'], strlen($data) . ' bytes');")
        client = self.socket(server)
        client.send(b"")
        self.assertEqual(client.recv(100), b"0 bytes")

    def test_client_info(self):
        server = self.scenario("tells_of_the_client")
        client = self.socket(server)
        client.send(b"x")
        server.wait_for(f"^info server_socket server_port dispatch_time address port 127.0.0.1 {client.getsockname()[1]} "
                        f"{server.port} timed$")

    def test_packet_object(self):
        server = self.scenario("takes_objects", {"event_object": True})
        client = self.socket(server)
        client.send(b"hello")
        self.assertEqual(client.recv(100), b"ok")
        server.wait_for(f"^Swoole.Server.Packet 127.0.0.1 {client.getsockname()[1]} hello {server.port}$")

    def test_many_workers_and_reload(self):
        for reuse in (False, True):
            with self.subTest(reuse=reuse):
                self.reload(reuse)

    def reload(self, reuse):
        server = self.serve(ECHO, {"worker_num": 2, "enable_reuse_port": reuse})
        stop = threading.Event()
        failures = []

        def talk():
            client = self.socket(server)
            done = 0
            while not stop.is_set():
                data = str(done).encode()
                client.send(data)
                try:
                    if client.recv(100) != data:
                        failures.append("wrong echo")
                except OSError as error:
                    failures.append(repr(error))
                    return
                done += 1
        threads = [threading.Thread(target=talk) for _ in range(8)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            before = server.workers()
            server.send_signal(signal.SIGUSR1)
            server.wait_new_workers(before)
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        server.stop()

    def test_too_large(self):
        server = self.serve(ECHO, {"package_max_length": 1024})
        client = self.socket(server)
        client.send(b"x" * 1025)
        client.send(b"y" * 1024)
        self.assertEqual(client.recv(2000), b"y" * 1024)
        server.wait_for("a datagram is larger than package_max_length, and dropped")

    def test_ipv6_beside_ipv4_and_tcp(self):
        server = self.scenario("has_other_ports")
        for index, family in ((0, socket.AF_INET), (1, socket.AF_INET6)):
            client = self.socket(server, index, family)
            client.send(b"x")
            self.assertEqual(client.recv(100), b"x")
        with server.client(2) as client:
            client.send(b"x")
            self.assertEqual(client.exactly(5), b"tcp x")

    def test_unix_datagrams(self):
        server = self.serve("$server->send($client['address'], strrev($data));",
                            make="new Swoole\\Server(getcwd() . '/socket', 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_DGRAM)")
        client = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(client.close)
        client.settimeout(30)
        client.bind(str(server.folder / "client"))
        client.connect(str(server.folder / "socket"))
        client.send(b"abc")
        self.assertEqual(client.recv(100), b"cba")

    def test_a_unix_client_that_reads_late(self):
        server = self.serve("for ($i = 0; $i < 100; $i++) $server->send($client['address'], (string) $i); touch('all');",
                            make="new Swoole\\Server(getcwd() . '/socket', 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_DGRAM)")
        client = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(client.close)
        client.settimeout(30)
        client.bind(str(server.folder / "client"))
        client.sendto(b"many", str(server.folder / "socket"))
        self.assertEqual([int(client.recv(100)) for _ in range(100)], list(range(100)))

    def test_sendto_errors(self):
        server = self.scenario("errors_of_sendto")
        self.socket(server).send(b"x")
        server.wait_for(r"^results \[false,\d+,false,\d+,false\]$")

    def test_exceptions_and_no_coroutines(self):
        for coroutines in (True, False):
            server = self.serve("if ($data === 'throw') throw new Exception('oh no');" + ECHO,
                                {"enable_coroutine": coroutines})
            client = self.socket(server)
            client.send(b"throw")
            client.send(b"x")
            self.assertEqual(client.recv(100), b"x")
            server.wait_for("oh no")


if __name__ == "__main__":
    unittest.main()
