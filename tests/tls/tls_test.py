"""TLS by clients that others wrote: Python's ssl, curl, openssl."""
import json
import os
import socket
import ssl
import subprocess
import threading
import unittest

from certificates import over_tls, subject_of, tls_client, tls_context
from harness import need, wait_until
from http_client import request
from php_program import PhpFile
from server_case import SharedServer
from tls_case import DOCUMENTS, SCRIPT, V12, V13, TlsCase


class Serving(SharedServer):
    """One server with a certificate of its own making."""

    @classmethod
    def script(cls):
        options = {"tls": "self-signed", "worker_num": 2, "enable_static_handler": True,
                   "document_root": str(DOCUMENTS)}
        return PhpFile(SCRIPT, options)

    def curl(self, *arguments):
        return subprocess.run([need("curl"), "-sSk", "--max-time", "30", *arguments], capture_output=True, check=True).stdout

    def url(self, path):
        return f"https://127.0.0.1:{self.server.port}{path}"

    def test_the_handler_knows(self):
        for versions, name in ((V12, "TLSv1.2"), (V13, "TLSv1.3")):
            with tls_client(self.server, tls_context(versions=versions), name="localhost") as client:
                facts = json.loads(client.ask(path="/facts").text)
                self.assertEqual((facts["https"], facts["ssl_protocol"]), ("on", name))
                self.assertEqual(facts["ssl_cipher"], client.socket.cipher()[0])
                self.assertEqual(facts["ssl_server_name"], "localhost")
                self.assertEqual((facts["ssl_client_verify"], facts["ssl_session_reused"]), ("NONE", "."))
                self.assertEqual(client.socket.selected_alpn_protocol(), "http/1.1")
                self.assertIsNone(client.socket.compression())

    def test_the_certificate_is_for_this_machine(self):
        pem = ssl.get_server_certificate(("127.0.0.1", self.server.port))
        text = subprocess.run([need("openssl"), "x509", "-noout", "-text"], input=pem.encode(), capture_output=True,
                              check=True).stdout.decode()
        for wanted in ("DNS:localhost", "IP Address:127.0.0.1", "IP Address:0:0:0:0:0:0:0:1", "prime256v1"):
            self.assertIn(wanted, text)

    def test_many_requests_on_one_connection(self):
        with tls_client(self.server) as client:
            client.send(b"".join(request(path=f"/{i}") for i in range(200)))
            self.assertEqual([client.response().text for _ in range(200)], [f"/{i}" for i in range(200)])

    def test_answers_of_any_size(self):
        with tls_client(self.server) as client:
            self.assertEqual(client.ask(path="/large").body, b"0123456789abcdef" * (1 << 16))
            self.assertEqual(len(client.ask(path="/pieces").body), 100_000)
            self.assertEqual(client.ask(path="/file").body, self.server.script.read_bytes())
            self.assertEqual(client.ask(path="/internals.md").body, (DOCUMENTS / "internals.md").read_bytes())

    def test_bodies(self):
        with tls_client(self.server) as client:
            self.assertEqual(client.ask("POST", "/length", body=b"x" * 1_000_000).text, "1000000")
            client.send("POST /length HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in range(10):
                client.send(b"1000\r\n" + b"y" * 4096 + b"\r\n")
            client.send("0\r\n\r\n")
            self.assertEqual(client.response().text, "40960")

    def test_curl(self):
        self.assertEqual(self.curl(self.url("/large")), b"0123456789abcdef" * (1 << 16))
        self.assertEqual(self.curl("--data-binary", f"@{__file__}", self.url("/length")),
                         str(os.path.getsize(__file__)).encode())
        for version in ("1.2", "1.3"):
            self.assertEqual(self.curl("--tlsv" + version, "--tls-max", version, self.url("/a"), self.url("/b")), b"/a/b")

    def test_a_client_that_ends_its_direction_gets_its_answer(self):
        with tls_client(self.server) as client:
            client.send(request(path="/large"))
            raw = client.socket
            socket.socket.shutdown(raw, socket.SHUT_WR)  # without a word of TLS
            self.assertEqual(len(client.response().body), 1 << 20)
            self.assertEqual(client.rest(), b"")  # and goodbye: a bare end would raise here

    def test_close_says_goodbye(self):
        with tls_client(self.server) as client:
            self.assertEqual(client.ask(fields=[("Connection", "close")]).text, "/")
            self.assertEqual(client.rest(), b"")

    def test_clear_http_is_answered_in_clear(self):
        answer = self.server.get("/")
        self.assertEqual((answer.status, answer.get("Connection")), (400, "close"))
        self.assertIn("port with TLS", answer.text)

    def test_a_client_without_a_common_protocol_is_told(self):
        with self.assertRaises(ssl.SSLError) as caught:
            tls_client(self.server, tls_context(protocols=("spdy/3",)))
        self.assertIn("NO_APPLICATION_PROTOCOL", str(caught.exception).upper().replace(" ", "_"))

    def test_records_byte_by_byte(self):
        here, there = socket.socketpair()
        with self.server.client() as outer, here, there:
            def pump(source, target, size):
                try:
                    while data := source.recv(size):
                        target.sendall(data)
                except OSError:
                    pass
            threads = [threading.Thread(target=pump, args=one, daemon=True)
                       for one in ((there, outer.socket, 1), (outer.socket, there, 4096))]
            for thread in threads:
                thread.start()
            inner = tls_context().wrap_socket(here)
            inner.sendall(request(path="/slowly"))
            self.assertIn(b"/slowly", inner.recv(65536))
            inner.close()

    def test_a_session_goes_on_in_another_worker(self):
        for versions in (V12, V13):
            context = tls_context(versions=versions)
            client = tls_client(self.server, context)
            self.addCleanup(client.close)
            first = json.loads(client.ask(path="/facts").text)["worker"]
            session = client.socket.session

            def elsewhere(context=context, session=session, first=first):
                # Those that stay open are what makes the other worker take one.
                client = tls_client(self.server, context, session=session)
                self.addCleanup(client.close)
                facts = json.loads(client.ask(path="/facts").text)
                self.assertTrue(client.socket.session_reused)
                self.assertEqual(facts["ssl_session_reused"], "r")
                return facts["worker"] != first
            wait_until(elsewhere, "a connection to the other worker")

    def test_openssl_reconnects(self):
        found = subprocess.run([need("openssl"), "s_client", "-connect", f"127.0.0.1:{self.server.port}", "-tls1_2",
                                "-reconnect"], input=b"", capture_output=True, check=False).stdout.decode()
        self.assertEqual((found.count("New, TLSv1.2"), found.count("Reused, TLSv1.2")), (1, 5))

    def test_renegotiation_is_refused(self):
        with subprocess.Popen([need("openssl"), "s_client", "-connect", f"127.0.0.1:{self.server.port}", "-tls1_2"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as client:
            out, _ = client.communicate(b"R\n", timeout=30)
        self.assertIn(b"no renegotiation", out)


class Options(TlsCase):
    def negotiated(self, server, **more):
        with tls_client(server, tls_context(**more)) as client:
            return client.socket.version(), client.socket.cipher()[0]

    def s_client(self, server, *arguments):
        return subprocess.run([need("openssl"), "s_client", "-connect", f"127.0.0.1:{server.port}", *map(str, arguments)],
                              input=b"", capture_output=True, check=False).stdout.decode()

    def test_versions(self):
        for options, versions in (({"ssl_protocols": 64}, V12), ({"ssl_protocols": 32}, V13), ({"ssl_method": 12}, V13)):
            server = self.start(options)
            with self.assertRaises(ssl.SSLError):
                tls_client(server, tls_context(versions=versions))
            self.assertEqual(self.negotiated(server)[0], "TLSv1.3" if versions == V12 else "TLSv1.2")
            server.stop()

    def test_ciphers(self):
        server = self.start({"ssl_ciphers": "TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:"
                                            "ECDHE-ECDSA-AES256-GCM-SHA384"})
        self.assertEqual(self.negotiated(server)[1], "TLS_AES_128_GCM_SHA256")
        theirs = "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256"
        self.assertEqual(self.negotiated(server, versions=V12, ciphers=theirs)[1], "ECDHE-ECDSA-AES128-GCM-SHA256")
        server.stop()
        server = self.start({"ssl_ciphers": theirs[30:] + ":" + theirs[:29], "ssl_prefer_server_ciphers": False})
        self.assertEqual(self.negotiated(server, versions=V12, ciphers=theirs)[1], "ECDHE-ECDSA-AES256-GCM-SHA384")

    def test_key_exchange(self):
        certificate, key = self.certificates.issue("rsa", "authority", rsa=True)
        parameters = self.certificates.path("dh.pem")
        parameters.write_bytes(self.certificates.run("genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt",
                                                     "group:ffdhe3072").stdout)
        server = self.start({"ssl_cert_file": certificate, "ssl_key_file": key, "ssl_ecdh_curve": "P-521",
                             "ssl_dhparam": parameters, "ssl_ciphers": "ECDHE+AESGCM:DHE+AESGCM"})
        self.assertRegex(self.s_client(server), "(Server|Peer) Temp Key: ECDH, secp521r1")
        self.assertRegex(self.s_client(server, "-tls1_2", "-cipher", "DHE+AESGCM"), "(Server|Peer) Temp Key: DH, 3072 bits")
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            context = tls_context()
            context.set_ecdh_curve("prime256v1")
            tls_client(server, context)

    def test_names(self):
        names = {}
        for name in ("one.example", "any.example"):
            certificate, key = self.certificates.issue(name, "authority", names=[name])
            names[name] = {"ssl_cert_file": str(certificate), "ssl_key_file": str(key), "docroot": "/ignored"}
        names["*.any.example"] = names.pop("any.example")
        server = self.start({"ssl_sni_certs": names})
        for asked, shown in (("one.example", "one.example"), ("x.any.example", "any.example"), (None, "example.org"),
                             ("ONE.example", "one.example"), ("x.y.any.example", "example.org")):
            with tls_client(server, self.trusting(), name=asked) as client:
                self.assertEqual(subject_of(client), shown, asked)

    def test_passphrase(self):
        server = self.start({"ssl_key_file": self.certificates.encrypt("example.org", "open sesame"),
                             "ssl_passphrase": "open sesame"})
        with tls_client(server, self.trusting()) as client:
            self.assertEqual(client.ask().text, "/")

    def test_no_sessions(self):
        server = self.start({"ssl_session_timeout": 0})
        for versions in (V12, V13):
            context = tls_context(versions=versions)
            with tls_client(server, context) as client:
                client.ask()
                session = client.socket.session
            if session is None or not session.has_ticket:
                continue
            with tls_client(server, context, session=session) as client:
                self.assertFalse(client.socket.session_reused)

    def test_stapling(self):
        self.certificates.run("ocsp", "-issuer", "authority.crt", "-cert", "example.org.crt", "-reqout", "query")
        serial = self.certificates.run("x509", "-in", "example.org.crt", "-noout", "-serial").stdout.decode().strip()[7:]
        self.certificates.path("index").write_text(f"V\t401231235959Z\t\t{serial}\tunknown\t/CN=example.org\n")
        self.certificates.run("ocsp", "-index", "index", "-rsigner", "authority.crt", "-rkey", "authority.key", "-CA",
                              "authority.crt", "-reqin", "query", "-respout", "response", "-ndays", 1)
        server = self.start({"ssl_stapling_file": self.certificates.path("response")})
        found = self.s_client(server, "-status", "-CAfile", self.authority)
        self.assertIn("OCSP Response Status: successful", found)
        self.assertIn("Cert Status: good", found)
        self.assertIn("no response sent", self.s_client(self.start(), "-status"))

    def test_kernel_tls_falls_back(self):
        server = self.start({"ssl_ktls": True})
        with tls_client(server) as client:
            self.assertEqual(client.ask(path="/large").body, b"0123456789abcdef" * (1 << 16))
            self.assertEqual(client.ask(path="/file").body, server.script.read_bytes())
            self.assertEqual(client.ask("POST", "/length", body=b"x" * 100_000).text, "100000")

    def test_proxy_header_before_tls(self):
        server = self.start({"proxy_protocol": True})
        with server.client() as client:
            client.send("PROXY TCP4 203.0.113.9 198.51.100.1 4711 443\r\n")
            over_tls(client)
            facts = json.loads(client.ask(path="/facts").text)
        self.assertEqual((facts["remote_addr"], facts["remote_port"], facts["https"]), ("203.0.113.9", 4711, "on"))
        with server.client() as client, self.assertRaises((ssl.SSLError, OSError)):
            over_tls(client)
        server.wait_for("does not begin with a PROXY header")

    def test_one_port_with_and_one_without(self):
        server = self.run_script(PhpFile(SCRIPT, second_certificate=self.files))
        self.assertEqual(server.get("/clear").text, "/clear")
        with tls_client(server, self.trusting(), index=1) as client:
            self.assertEqual(client.ask(path="/secret").text, "/secret")
        server.wait_for(r"^SSL \[false,true\]$")


if __name__ == "__main__":
    unittest.main()
