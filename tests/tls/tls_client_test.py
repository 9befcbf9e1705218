"""The clients of a program against servers that nobody should trust: each says what is wrong. By default as published: the
clients of this API trust everybody, streams and curl nobody."""
import contextlib
import json
import pathlib
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
import warnings

from certificates import Certificates
from harness import PATIENCE_S, PHP, to_php

PROGRAM = r"""
function options(string $authority, bool $verify, array $more): array {
    return ($verify ? ['ssl_verify_peer' => true, 'ssl_cafile' => $authority] : []) + $more;
}

function context(string $authority, bool $verify) {
    return stream_context_create($verify ? ['ssl' => ['cafile' => $authority]] : []);
}

$warnings = [];
set_error_handler(function (int $kind, string $text, string $file, int $line) use (&$warnings): bool {
    $warnings[Coroutine::getCid()][] = $text;
    return true;
});

/** What its warnings said, or null. */
function complaint(callable $call): ?string {
    return $call() === false ? implode(' ', $GLOBALS['warnings'][Coroutine::getCid()] ?? ['no reason']) : null;
}

$clients = [
    'Swoole\Coroutine\Client' => function (int $port, string $authority, bool $verify, array $more) {
        $client = new Coroutine\Client(SWOOLE_SOCK_TCP | SWOOLE_SSL);
        $client->set(options($authority, $verify, $more) + ['ssl_host_name' => 'localhost']);
        return $client->connect('127.0.0.1', $port, PATIENCE_S) ? null : $client->errMsg;
    },
    'Swoole\Client' => function (int $port, string $authority, bool $verify, array $more) {
        $client = new Swoole\Client(SWOOLE_SOCK_TCP | SWOOLE_SSL);
        $client->set(options($authority, $verify, $more) + ['ssl_host_name' => 'localhost']);
        return complaint(fn() => $client->connect('127.0.0.1', $port, PATIENCE_S)) === null ? null : $client->errMsg;
    },
    'Swoole\Coroutine\Socket' => function (int $port, string $authority, bool $verify, array $more) {
        $socket = new Coroutine\Socket(AF_INET, SOCK_STREAM);
        $socket->setProtocol(['open_ssl' => true, 'ssl_host_name' => 'localhost'] + options($authority, $verify, $more));
        return $socket->connect('127.0.0.1', $port, PATIENCE_S) ? null : $socket->errMsg;
    },
    'ssl://' => fn(int $port, string $authority, bool $verify) => complaint(
        fn() => stream_socket_client("ssl://localhost:$port", $code, $text, PATIENCE_S, STREAM_CLIENT_CONNECT, context($authority, $verify))),
    'https://' => fn(int $port, string $authority, bool $verify) => complaint(
        fn() => file_get_contents("https://localhost:$port/", false, context($authority, $verify))),
    'curl' => function (int $port, string $authority, bool $verify) {
        $curl = curl_init("https://localhost:$port/");
        curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => PATIENCE_S] + ($verify ? [CURLOPT_CAINFO => $authority] : []));
        return curl_exec($curl) === false ? curl_error($curl) : null;
    },
];

Coroutine\run(function () use ($clients) {
    $found = [];
    Swoole\Runtime::enableCoroutine(SWOOLE_HOOK_ALL);
    foreach (TRIES as $name => [$port, $verify, $more, $only]) {
        foreach ($clients as $kind => $client) {
            if ($only && !in_array($kind, $only)) continue;
            Coroutine::create(function () use (&$found, $client, $name, $kind, $port, $verify, $more) {
                $found[$name][$kind] = $client($port, AUTHORITY, $verify, $more);
            });
        }
    }
    while (Coroutine::stats()['coroutine_num'] > 1) Coroutine::sleep(0.001);
    echo json_encode($found), "\n";
});
"""
OURS = ["Swoole\\Coroutine\\Client", "Swoole\\Client", "Swoole\\Coroutine\\Socket"]
STREAMS = ["ssl://", "https://"]
ALL = OURS + STREAMS + ["curl"]


class Peer:
    """A server of TLS on localhost that says hello to whoever takes its certificate."""

    def __init__(self, certificate, versions=None):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(*certificate)
        if versions:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.context.minimum_version, self.context.maximum_version = versions
            self.context.set_ciphers("DEFAULT@SECLEVEL=0")
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                client.settimeout(PATIENCE_S)
                threading.Thread(target=self.greet, args=(client,), daemon=True).start()

    def greet(self, client):
        with client, contextlib.suppress(OSError), self.context.wrap_socket(client, server_side=True) as secret:
            secret.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
            while secret.recv(4096):
                pass

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()


class ClientSide(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not PHP:
            raise unittest.SkipTest("TERN_PHP is not set: run scripts/e2e")
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
        peer = Peer(certificate, versions)
        self.addCleanup(peer.close)
        return peer.port

    def ask(self, tries):
        """{name: {client: why it did not connect, or None}}; a try is (port, whether it verifies, more options, which clients)."""
        with tempfile.TemporaryDirectory(prefix="tern-tls-client-") as folder:
            script = pathlib.Path(folder) / "client.php"
            constants = {"TRIES": tries, "AUTHORITY": str(self.authority), "PATIENCE_S": PATIENCE_S}
            script.write_text("<?php\nuse Swoole\\Coroutine;\n" + "".join(
                f"const {name} = {to_php(value)};\n" for name, value in constants.items()) + PROGRAM)
            done = subprocess.run([*PHP, "-d", "extension=curl", "-d", "display_errors=stderr", script], capture_output=True, text=True,
                                  timeout=4 * PATIENCE_S, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return json.loads(done.stdout.splitlines()[-1])

    def test_who_verifies_refuses_and_says_why(self):
        found = self.ask({name: [self.peer(one), True, {}, []] for name, one in self.certificate_of.items()})
        self.assertEqual(found.pop("good"), dict.fromkeys(ALL))
        wanted = {
            "expired": ("certificate has expired", "certificate verify failed", "certificate has expired"),
            "wrong host": ("ostname mismatch", "did not match expected name `localhost'", "no alternative certificate subject name matches"),
            "self-signed": ("self-signed certificate", "certificate verify failed", "self-signed certificate"),
            "incomplete chain": ("unable to get local issuer certificate", "certificate verify failed",
                                 "unable to get local issuer certificate")}
        for name, texts in wanted.items():
            for client, text in zip(ALL, [texts[0]] * 3 + [texts[1]] * 2 + [texts[2]]):
                with self.subTest(name, client=client):
                    self.assertIn(text, str(found[name][client]))

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
