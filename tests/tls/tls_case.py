"""A server with a certificate, and clients that trust its authority."""
import json
import pathlib
import ssl

from certificates import Certificates, tls_client, tls_context
from harness import ROOT, TestCase

MAKE = "new Swoole\\Http\\Server('127.0.0.1', 0, SWOOLE_PROCESS, SWOOLE_SOCK_TCP | SWOOLE_SSL)"
DOCUMENTS = ROOT / "docs"
V12 = (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2)
V13 = (ssl.TLSVersion.TLSv1_3, ssl.TLSVersion.TLSv1_3)
HANDLER = r"""
switch ($request->server['path_info']) {
    case '/facts': return $response->end(json_encode($request->server + ['worker' => $server->worker_id]));
    case '/info': return $response->end(json_encode($server->getClientInfo($request->fd)));
    case '/stats': return $response->end(json_encode($server->stats()));
    case '/length': return $response->end((string) strlen($request->rawContent()));
    case '/large': return $response->end(str_repeat('0123456789abcdef', 1 << 16));
    case '/pieces':
        for ($i = 0; $i < 100; ++$i) $response->write(str_repeat(chr(97 + $i % 26), 1000));
        return $response->end();
    case '/file': return $response->sendfile(__FILE__);
}
$response->end($request->server['path_info']);
"""


class TlsCase(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.certificates = Certificates()
        cls.addClassCleanup(cls.certificates.close)
        cls.authority, _ = cls.certificates.issue("authority", authority=True)
        cls.files = cls.certificates.issue("example.org", "authority", names=["example.org"])

    def start(self, options=None, handler=HANDLER, **more):
        certificate, key = self.files
        options = {"ssl_cert_file": certificate, "ssl_key_file": key, **(options or {})}
        return self.serve(handler, {name: str(one) if isinstance(one, pathlib.Path) else one
                                    for name, one in options.items()}, make=MAKE, **more)

    def trusting(self, **more):
        return tls_context(self.authority, **more)

    def facts(self, server, context=None, **more):
        with tls_client(server, context, **more) as client:
            return json.loads(client.ask(path="/facts").text)

    def stat(self, server, name):
        with tls_client(server) as client:
            return json.loads(client.ask(path="/stats").text)[name]
