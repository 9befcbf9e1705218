"""A server with a certificate, and clients that trust its authority."""
import json
import ssl

from certificates import Certificates, tls_client, tls_context
from harness import ROOT
from php_program import PhpFile
from server_case import TestCase

SCRIPT = "tls/tls_server.php"
DOCUMENTS = ROOT / "docs"
V12 = (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2)
V13 = (ssl.TLSVersion.TLSv1_3, ssl.TLSVersion.TLSv1_3)


class TlsCase(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.certificates = Certificates()
        cls.addClassCleanup(cls.certificates.close)
        cls.authority, _ = cls.certificates.issue("authority", authority=True)
        cls.files = cls.certificates.issue("example.org", "authority", names=["example.org"])

    def start(self, options=None, **given):
        certificate, key = self.files
        options = {"ssl_cert_file": certificate, "ssl_key_file": key, **(options or {})}
        return self.run_script(PhpFile(SCRIPT, options, tls=True, **given))

    def trusting(self, **more):
        return tls_context(self.authority, **more)

    def facts(self, server, context=None, **more):
        with tls_client(server, context, **more) as client:
            return json.loads(client.ask(path="/facts").text)

    def stat(self, server, name):
        with tls_client(server) as client:
            return json.loads(client.ask(path="/stats").text)[name]
