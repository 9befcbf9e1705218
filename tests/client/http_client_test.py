"""The HTTP client against nginx and Apache: what no scripted server would think of."""
import hashlib
import json
import os
import unittest

import web_servers
from certificates import Certificates
from harness import TIMEOUT_S, free_port
from php_program import PhpFile

TEXT = "".join(f"line {number}\n" for number in range(2000))
LARGE = os.urandom(1 << 16) * 512  # 32 MB


class WithServer(unittest.TestCase):
    """The tests that both servers have to pass; which() starts one."""

    @classmethod
    def setUpClass(cls):
        cls.certificates = Certificates()
        cls.addClassCleanup(cls.certificates.close)
        cls.authority, _ = cls.certificates.issue("authority", authority=True)
        cls.other_authority, _ = cls.certificates.issue("other", authority=True)
        cls.server = cls.which(*cls.certificates.issue("localhost", "authority", names=["localhost"]))
        cls.addClassCleanup(cls.server.close)
        root = cls.server.folder / "root"
        (root / "text").write_text(TEXT)
        (root / "large").write_bytes(LARGE)
        (root / "empty").write_text("")

    def call(self, function, port=None, **given):
        script = PhpFile("client/http_client.php", call=function, port=port or self.server.port, tls_port=self.server.ports["tls"],
                         **{"patience_s": TIMEOUT_S, **given})
        return json.loads(script.run())

    def one(self, path, **given):
        return self.call("one", target=path, **given)

    def check_text(self, found):
        self.assertEqual((found["ok"], found["status"], found["errCode"]), (True, 200, 0), found["errMsg"])
        self.assertEqual(found["body"], TEXT)

    def check_coded(self, path, coding, **given):
        found = self.one(path, **given)
        self.check_text(found)
        self.assertEqual(found["headers"]["content-encoding"], coding)

    def put(self, **headers):
        source, goal = self.server.folder / "upload", self.server.folder / "put" / "upload"
        source.write_bytes(LARGE[:3 << 20])
        goal.unlink(missing_ok=True)
        found = self.call("put", target="/put/upload", file=str(source), headers=headers)
        self.assertEqual(found["status"], 201, found)
        self.assertEqual(goal.read_bytes(), LARGE[:3 << 20])


class Common:
    def test_files(self):
        self.check_text(self.one("/text"))
        self.assertEqual(self.one("/empty")["body"], "")
        missing = self.one("/missing")
        self.assertEqual((missing["ok"], missing["status"]), (True, 404))

    def test_head(self):
        found = self.one("/text", method="HEAD")
        self.assertEqual((found["status"], found["body"], found["headers"]["content-length"]), (200, "", str(len(TEXT))))
        self.assertTrue(found["connected"])

    def test_conditional_requests(self):
        tag = self.one("/text")["headers"]["etag"]
        found = self.one("/text", headers={"If-None-Match": tag})
        self.assertEqual((found["ok"], found["status"], found["body"]), (True, 304, ""))

    def test_upload(self):
        self.put()

    def test_upload_after_the_server_agrees(self):
        """It says 100 Continue first."""
        self.put(Expect="100-continue")

    def test_download(self):
        goal = self.server.folder / "download"
        for offsets, statuses in ([[0], [200]], [[0, 1000, 1 << 20, 20 << 20], [206] * 4]):
            goal.unlink(missing_ok=True)
            found = self.call("download", target="/large", file=str(goal), offsets=offsets)
            self.assertEqual(found, [statuses, True])
            self.assertEqual(hashlib.sha256(goal.read_bytes()).digest(), hashlib.sha256(LARGE).digest())

    def test_many_at_once(self):
        self.assertEqual(self.call("at_once", target="/text", count=50), {str(5 * len(TEXT)): 50})

    def test_https(self):
        verify = {"ssl_verify_peer": True, "ssl_cafile": str(self.authority)}
        found = self.call("verified", tries={
            "right": ["localhost", verify], "wrong name": ["127.0.0.1", verify],
            "right name of another host": ["127.0.0.1", {**verify, "ssl_host_name": "localhost"}],
            "another authority": ["localhost", {"ssl_verify_peer": True, "ssl_cafile": str(self.other_authority)}],
            "the system's authorities": ["localhost", {"ssl_verify_peer": True}], "not verified": ["127.0.0.1", {}]})
        taken = {name for name, (status, _) in found.items() if status > 0}
        self.assertEqual(taken, {"right", "right name of another host", "not verified"}, found)
        self.assertIn("mismatch", found["wrong name"][1])
        self.assertIn("issuer", found["the system's authorities"][1])
        self.assertTrue(all(status == -1 for name, (status, _) in found.items() if name not in taken))

    def test_http_sent_to_the_port_of_https(self):
        self.assertEqual(self.call("one", port=self.server.ports["tls"])["status"], 400)


class NginxTest(Common, WithServer):
    which = staticmethod(web_servers.nginx)

    def test_one_connection(self):
        found = [body.split() for body in self.call("bodies", targets=["/connection"] * 3)]
        self.assertEqual([count for _, count in found], ["1", "2", "3"])
        self.assertEqual(len({number for number, _ in found}), 1)

    def test_a_connection_that_the_server_closes_now_and_then(self):
        found = [body.split()[1] for body in self.call("bodies", port=self.server.ports["short"], targets=["/"] * 5)]
        self.assertEqual(found, ["1", "2", "1", "2", "1"])

    def test_what_arrives(self):
        found = self.one("/request?a=b", headers={"X-Test": "x"}, cookies={"c": "d e"})
        self.assertEqual(found["body"], f"GET /request?a=b 127.0.0.1:{self.server.port} c=d%20e x")

    def test_cookies(self):
        found = self.one("/cookies", cookies={"own": "1"})
        self.assertEqual(found["cookies"], {"own": "1", "a": "1 2", "b": "3"})
        self.assertEqual(found["headers"]["set-cookie"], ["a=1%202; Path=/", "b=3"])

    def test_no_content(self):
        self.assertEqual((self.one("/nothing")["status"], self.call("bodies", targets=["/nothing", "/text"])), (204, ["", TEXT]))

    def test_gzip_in_chunks(self):
        self.check_coded("/gzip/text", "gzip")
        plain = self.one("/gzip/text", options={"http_compression": False})
        self.check_text(plain)
        self.assertNotIn("content-encoding", plain["headers"])

    def test_a_connection_that_is_dropped(self):
        found = self.one("/dropped")
        self.assertEqual((found["ok"], found["status"], found["errCode"], found["connected"]), (False, -3, 104, False))

    def test_a_body_that_takes_too_long(self):
        found = self.one("/slow/large", options={"read_timeout": 0.2})
        self.assertEqual((found["ok"], found["status"], found["errCode"]), (False, -2, 110))
        self.assertEqual(found["body"], "")

    def test_fields_that_are_too_large(self):
        self.assertEqual(self.one("/text", headers={"X-Large": "x" * 30000})["status"], 400)


class ApacheTest(Common, WithServer):
    which = staticmethod(web_servers.apache)

    def test_codings(self):
        self.check_coded("/deflate/text", "gzip")
        self.check_coded("/brotli/text", "br")

    def through(self, **more):
        return {"http_proxy_host": "127.0.0.1", "http_proxy_port": self.server.port, **more}

    def test_a_proxy_that_forwards(self):
        nginx = web_servers.nginx(*self.certificates.issue("localhost", "authority", names=["localhost"]))
        self.addCleanup(nginx.close)
        found = self.one("/request", port=nginx.port, options=self.through())
        self.assertEqual(found["body"].split(" ", 4)[:3], ["GET", "/request", f"127.0.0.1:{nginx.port}"])
        self.assertTrue(found["body"].endswith("by way of the proxy"), found)

    def test_a_tunnel(self):
        verify = {"ssl_verify_peer": True, "ssl_cafile": str(self.authority)}
        found = self.one("/text", host="localhost", tls=True, options=self.through(**verify))
        self.check_text(found)

    def test_a_proxy_whose_target_is_not_there(self):
        closed = free_port()
        forwarded = self.one("/", port=closed, options=self.through())
        self.assertEqual((forwarded["ok"], forwarded["status"]), (True, 503))


if __name__ == "__main__":
    unittest.main()
