"""Swoole\\Redis\\Server, with the programs of Redis as its clients."""
import shutil
import subprocess
import unittest

from php_program import PhpFile
from server_process import Server


class RedisServerTest(unittest.TestCase):
    def serve(self, options=None):
        server = Server(PhpFile("tcp/redis_server.php", options))
        self.addCleanup(server.stop)
        return server

    def say(self, data, count, server=None):
        with (server or self.serve()).client() as client:
            client.send(*data) if isinstance(data, list) else client.send(data)
            return client.exactly(count)

    def test_formats(self):
        expected = b"+OK\r\n$1\r\n1\r\n$-1\r\n:5\r\n*1\r\n$1\r\na\r\n*2\r\n$1\r\na\r\n$1\r\n1\r\n"
        self.assertEqual(self.say(b"SET a 1\r\nGET a\r\nGET b\r\nLEN hello\r\nKEYS x\r\nALL\r\n", len(expected)), expected)

    def test_counted_words_in_pieces(self):
        command = b"*3\r\n$3\r\nset\r\n$1\r\nk\r\n$6\r\na\r\nb\0c\r\n*2\r\n$3\r\nGET\r\n$1\r\nk\r\n"
        expected = b"+OK\r\n$6\r\na\r\nb\0c\r\n"
        self.assertEqual(self.say([command[i:i + 1] for i in range(len(command))], len(expected)), expected)

    def test_unknown_command(self):
        expected = b"-ERR unknown command 'no?pe'\r\n"
        self.assertEqual(self.say(b"*1\r\n$5\r\nno\1pe\r\n", len(expected)), expected)

    def test_order_of_answers(self):
        expected = b"+slow\r\n+PONG\r\n+slow\r\n"
        self.assertEqual(self.say(b"SLOW\r\nPING\r\nSLOW\r\n", len(expected)), expected)

    def test_end_of_sending_waits_for_answers(self):
        server = self.serve()
        with server.client() as client:
            client.send(b"SLOW\r\nPING\r\n").end_of_sending()
            self.assertEqual(client.exactly(14), b"+slow\r\n+PONG\r\n")

    def test_exception(self):
        server = self.serve()
        with server.client() as client:
            client.send(b"THROW\r\nPING\r\n")
            self.assertEqual(client.exactly(7), b"+PONG\r\n")
        server.wait_for("oh no")

    def test_malformed(self):
        server = self.serve()
        for data in (b"*x\r\n", b"*1\r\n!3\r\nGET\r\n", b"*1\r\n$-2\r\n", b"*99999999999\r\n", b"x" * 70_000):
            with server.client() as client:
                client.send(data)
                while client.receive():
                    pass
        server.wait_for("is closed", count=5)

    def test_too_large(self):
        server = self.serve({"package_max_length": 4096})
        with server.client() as client:
            client.send(b"*2\r\n$3\r\nGET\r\n$5000\r\n")
            client.send(b"x" * 3000)
            while client.receive():
                pass
        server.wait_for("package_max_length")

    @unittest.skipUnless(shutil.which("redis-cli"), "redis-cli is not there")
    def test_redis_cli(self):
        server = self.serve()

        def run(*words):
            return subprocess.run(["redis-cli", "-p", str(server.port), *words], capture_output=True, text=True, check=True,
                                  timeout=60).stdout

        self.assertEqual(run("set", "greeting", "hello world"), "OK\n")
        self.assertEqual(run("get", "greeting"), "hello world\n")
        self.assertIn("ERR unknown command", run("nope"))

    @unittest.skipUnless(shutil.which("redis-benchmark"), "redis-benchmark is not there")
    def test_redis_benchmark(self):
        server = self.serve()
        for pipeline in ("1", "16"):
            ran = subprocess.run(["redis-benchmark", "-p", str(server.port), "-t", "set,get", "-n", "5000", "-c", "20", "-q",
                                  "-P", pipeline], capture_output=True, text=True, check=True, timeout=120)
            self.assertIn("SET", ran.stdout)
            self.assertNotIn("ERR", ran.stdout + ran.stderr)


if __name__ == "__main__":
    unittest.main()
