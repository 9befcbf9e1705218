"""One server with seven ports, each with a protocol of its own, under load and reloads."""
import shutil
import signal
import socket
import struct
import subprocess
import threading
import unittest

from harness import Closed, Server, request, wait_until
from raw_server import raw_script
from websocket import CLOSE, WebSocket

PORTS = r"""
$server->on('message', fn($server, $frame) => $server->push($frame->fd, $frame->data));
$listen = function (array $options, string $event, callable $callback, int $type = SWOOLE_SOCK_TCP) use ($server) {
    $port = $server->listen('127.0.0.1', 0, $type);
    $port->set($options);
    $port->on($event, $callback);
};
$echo = fn($server, $fd, $reactor, $data) => $server->send($fd, $data);
$listen(['open_http_protocol' => true, 'open_websocket_protocol' => false], 'request',
    fn($request, $response) => $response->end('http'));
$listen(['open_length_check' => true, 'package_body_offset' => 4], 'receive', $echo);
$listen(['open_eof_split' => true, 'package_eof' => "\n"], 'receive', $echo);
$listen(['open_mqtt_protocol' => true], 'receive',
    fn($server, $fd, $reactor, $data) => ord($data[0]) === 0xc0 and $server->send($fd, "\xd0\0"));
$values = [];
$listen(['open_redis_protocol' => true], 'receive', function ($server, $fd, $reactor, $data) use (&$values) {
    preg_match_all('/\$\d+\r\n([^\r\n]*)/', $data, $words);
    [$name, $key, $value] = [...$words[1], null, null];
    if (strtoupper($name) === 'SET') $values[$key] = $value;
    $server->send($fd, match (strtoupper($name)) {
        'PING' => Swoole\Redis\Server::format(Swoole\Redis\Server::STATUS, 'PONG'),
        'SET' => Swoole\Redis\Server::format(Swoole\Redis\Server::STATUS, 'OK'),
        'GET' => isset($values[$key]) ? Swoole\Redis\Server::format(Swoole\Redis\Server::STRING, $values[$key])
            : Swoole\Redis\Server::format(Swoole\Redis\Server::NIL),
        default => Swoole\Redis\Server::format(Swoole\Redis\Server::ERROR, 'ERR unknown command'),
    });
});
$listen([], 'packet', fn($server, $data, $client) =>
    $server->sendto($client['address'], $client['port'], $data, $client['server_socket']), SWOOLE_SOCK_UDP);
"""
WEBSOCKET, HTTP, LENGTH, EOF, MQTT, REDIS, UDP = range(7)
HELLO = struct.pack(">I", 5) + b"hello"


class SevenPorts(unittest.TestCase):
    def setUp(self):
        self.server = Server(raw_script(None, {"worker_num": 2, "max_wait_time": 10}, PORTS,
                                        make="new Swoole\\WebSocket\\Server('127.0.0.1', 0)"))
        self.addCleanup(self.server.stop)
        self.stop, self.failures, self.counts = threading.Event(), [], {}

    def in_thread(self, name, talk):
        """`talk()` is one question and its answer, and tells whether that is right."""
        def run():
            try:
                while not self.stop.is_set():
                    if not talk():
                        self.failures.append(name)
                    self.counts[name] = self.counts.get(name, 0) + 1
            except BaseException as error:  # a thread's own
                self.failures.append((name, repr(error)))
        thread = threading.Thread(target=run)
        thread.start()
        return thread

    def stream(self, name, index, ask, answer):
        client = self.server.client(index)
        self.addCleanup(client.close)

        def talk():
            client.send(ask)
            return client.response().text == "http" if answer is None else client.exactly(len(answer)) == answer
        return self.in_thread(name, talk)

    def websocket(self):
        """A leaving worker says 1001, and what it had received before is answered: whoever did not send may go elsewhere."""

        def connect():
            return WebSocket(("127.0.0.1", self.server.ports[WEBSOCKET]))
        client = [connect()]
        self.addCleanup(lambda: client[0].close())

        def talk():
            try:
                client[0].push(b"hello")
                found = client[0].frame()
            except (Closed, ConnectionError, BrokenPipeError):
                found = None
            if found is not None and found.opcode != CLOSE:
                return found.text == "hello"
            client[0].close()
            client[0] = connect()
            return found is None or found.code == 1001
        return self.in_thread("websocket", talk)

    def datagrams(self):
        client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(client.close)
        client.settimeout(30)
        client.connect(("127.0.0.1", self.server.ports[UDP]))

        def talk():
            client.send(b"datagram")
            return client.recv(100) == b"datagram"
        return self.in_thread("udp", talk)

    def benchmark(self):
        def talk():
            ran = subprocess.run(["redis-benchmark", "-p", str(self.server.ports[REDIS]), "-t", "ping_mbulk,set,get", "-n", "2000",
                                  "-c", "10", "-q"], capture_output=True, text=True)
            return ran.returncode == 0 and "Error" not in ran.stdout + ran.stderr
        return self.in_thread("redis-benchmark", talk)

    def command(self):
        def talk():
            ran = subprocess.run(["redis-cli", "-p", str(self.server.ports[REDIS]), "PING"], capture_output=True, text=True)
            return ran.stdout == "PONG\n"
        return self.in_thread("redis-cli", talk)

    @unittest.skipUnless(shutil.which("redis-benchmark") and shutil.which("redis-cli"), "the programs of Redis are not there")
    def test_reloads_under_load_lose_nothing(self):
        threads = [self.stream("http", HTTP, request(), None), self.stream("length", LENGTH, HELLO, HELLO),
                   self.stream("eof", EOF, b"hello\n", b"hello\n"), self.stream("mqtt", MQTT, b"\xc0\0", b"\xd0\0"),
                   self.websocket(), self.datagrams(), self.benchmark(), self.command()]
        names = {"http", "length", "eof", "mqtt", "websocket", "udp", "redis-benchmark", "redis-cli"}
        for _ in range(3):
            seen = dict(self.counts)
            wait_until(lambda: self.failures or all(self.counts.get(name, 0) > seen.get(name, 0) for name in names),
                       lambda: f"answers to each: {self.counts}")
            mark = self.server.mark()
            self.server.send_signal(signal.SIGUSR1)
            self.server.wait_for("the reload is finished", since=mark)
        self.stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(self.failures, [])
        self.assertEqual(set(self.counts), names)


if __name__ == "__main__":
    unittest.main()
