"""HTTP/2 over TLS, with clients that others wrote: curl, nghttp, h2load. The tests are those of http2_test, and the server
has a certificate; ALPN chooses the protocol."""
import subprocess
import unittest

import http2_test
from certificates import tls_client
from harness import TIMEOUT_S, need
from php_program import PhpFile

MAKE = "new Swoole\\Http\\Server('127.0.0.1', 0, SWOOLE_PROCESS, SWOOLE_SOCK_TCP | SWOOLE_SSL)"


class Encrypted:
    @classmethod
    def script(cls):
        return PhpFile("http2/http2.php", http2_test.options(http_target_max_size=8192, tls="self-signed", **cls.OPTIONS), tls=True)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server.url = lambda path="/": f"https://127.0.0.1:{cls.server.port}{path}"

    def curl(self, path, *more, body=None):
        need("curl")
        done = subprocess.run(["curl", "-sSk", "--http2", "--max-time", str(TIMEOUT_S), *more, self.server.url(path)],
                              input=body, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


class CurlOverTlsTest(Encrypted, http2_test.CurlTest):
    def test_http1_is_still_served(self):
        self.assertEqual(self.curl("/", "--http1.1", "-i").split(b"\r\n")[0], b"HTTP/1.1 200 OK")
        with tls_client(self.server) as client:
            self.assertEqual(client.ask().text, "ok")

    def test_tls_1_2(self):
        self.assertTrue(self.curl("/", "-i", "--tls-max", "1.2").startswith(b"HTTP/2 200"))


class StaticOverTlsTest(Encrypted, http2_test.StaticTest):
    pass


class ToolsOverTlsTest(Encrypted, http2_test.ToolsTest):
    pass


if __name__ == "__main__":
    unittest.main()
