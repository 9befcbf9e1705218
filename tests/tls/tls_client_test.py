"""The clients of a program against servers that nobody should trust: each says what is wrong. By default as published: the
clients of this API trust everybody, streams and curl nobody."""
import functools
import json
import ssl
import unittest
import warnings

from certificates import Certificates
from harness import TIMEOUT_S
from peer import Peer
from php_program import PhpFile

OURS = ["Swoole\\Coroutine\\Client", "Swoole\\Client", "Swoole\\Coroutine\\Socket"]
STREAMS = ["ssl://", "https://"]
ALL = OURS + STREAMS + ["curl"]


def server_context(certificate, versions=None):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    if versions:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            context.minimum_version, context.maximum_version = versions
        context.set_ciphers("DEFAULT@SECLEVEL=0")
    return context


def greet(context, client):
    """Says hello to a client that takes the certificate."""
    with context.wrap_socket(client, server_side=True) as secret:
        secret.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
        while secret.recv(4096):
            pass


class ClientSide(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.certificates = Certificates()
        cls.addClassCleanup(cls.certificates.close)
        issue = cls.certificates.issue
        cls.authority, _ = issue("authority", authority=True)
        cls.good = issue("good", "authority", names=["localhost"])
        issue("between", "authority", authority=True)
        issue("localhost", "authority", names=["localhost"])
        cls.certificate_of = {
            "good": cls.good, "expired": cls.certificates.expire("localhost", "authority"),
            "wrong host": issue("other", "authority", names=["example.org"]), "self-signed": issue("self", names=["localhost"]),
            "incomplete chain": issue("leaf", "between", names=["localhost"])}

    def peer(self, certificate, versions=None):
        peer = Peer(functools.partial(greet, server_context(certificate, versions)))
        self.addCleanup(peer.close)
        return peer.port

    def ask(self, tries):
        """{name: {client: why it did not connect, or None}}; a try is (port, whether it verifies, more options, which clients)."""
        script = PhpFile("tls/tls_client.php", tries=tries, authority=str(self.authority), patience_s=TIMEOUT_S)
        return json.loads(script.run("-d", "extension=curl"))

    def test_who_verifies_refuses_and_says_why(self):
        found = self.ask({name: [self.peer(one), True, {}, []] for name, one in self.certificate_of.items()})
        self.assertEqual(found.pop("good"), dict.fromkeys(ALL))
        wanted = {  # regular expressions
            "expired": ("certificate has expired", "certificate verify failed", "certificate has expired"),
            "wrong host": ("ostname mismatch", "did not match expected (name |CN=)`localhost'", "no alternative certificate subject name matches"),
            "self-signed": ("self-signed certificate", "certificate verify failed", "self-signed certificate"),
            "incomplete chain": ("unable to get local issuer certificate", "certificate verify failed",
                                 "unable to get local issuer certificate")}
        for name, texts in wanted.items():
            for client, text in zip(ALL, [texts[0]] * 3 + [texts[1]] * 2 + [texts[2]]):
                with self.subTest(name, client=client):
                    self.assertRegex(str(found[name][client]), text)

    def test_the_defaults(self):
        """Of this API nobody is verified, of PHP's own clients everybody."""
        found = self.ask({name: [self.peer(one), False, {}, []] for name, one in self.certificate_of.items()})
        for name, one in found.items():
            for client in ALL:
                with self.subTest(name, client=client):
                    (self.assertIsNone if client in OURS else self.assertIsNotNone)(one[client])

    def test_an_old_protocol(self):
        """A server, or somebody in between, that speaks no version that the client takes."""
        old = self.peer(self.good, (ssl.TLSVersion.TLSv1_1, ssl.TLSVersion.TLSv1_1))
        middle = self.peer(self.good, (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2))
        found = self.ask({"old": [old, True, {}, OURS], "older than set": [middle, True, {"ssl_protocols": 64}, OURS],
                          "as set": [middle, True, {"ssl_protocols": 32}, OURS], "not verified": [old, False, {}, OURS]})
        self.assertEqual(found.pop("as set"), dict.fromkeys(OURS))
        for name, one in found.items():
            for client, said in one.items():
                with self.subTest(name, client=client):
                    self.assertRegex(str(said), "protocol version|unsupported protocol")

    def test_revoked_certificates_are_not_found_out(self):
        """As the documentation says: no client here asks for lists or for OCSP."""
        self.certificates.run("ca", "-config", "ca.cnf", "-revoke", "good.crt", "-cert", "authority.crt", "-keyfile", "authority.key",
                              "-batch", "-md", "sha256")
        found = self.ask({"revoked": [self.peer(self.good), True, {}, OURS]})
        self.assertEqual(found["revoked"], dict.fromkeys(OURS))


if __name__ == "__main__":
    unittest.main()
