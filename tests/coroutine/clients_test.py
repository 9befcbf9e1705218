"""Clients of PHP that know nothing of coroutines suspend only their own: no timing, the servers keep a gate shut."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import gates
import services
from harness import TIMEOUT_S, wait_until
from http_client import request
from php_program import PHP, PhpFile
from server_case import TestCase

COUNT = 10
HOOK_ALL = 0x7fffffff
# The extensions that a client needs, and the service.
CLIENTS = {
    "PdoMysql": ("pdo_mysql", "mariadb"), "MysqliTcp": ("mysqli", "mariadb"), "MysqliSocket": ("mysqli", "mariadb"),
    "MysqliTls": ("mysqli", "mariadb"), "PdoPgsql": ("pdo_pgsql", "postgres"), "PdoPgsqlTls": ("pdo_pgsql", "postgres"),
    "PgQuery": ("pgsql", "postgres"), "RedisBlpop": ("redis", "redis"), "MemcachedGet": ("memcached", "memcached"),
    "Amqp": ("amqp", "rabbitmq"), "Stream": ("", "http"), "TlsStream": ("", "https"), "Curl": ("curl", "http"),
    "CurlTls": ("curl", "https"), "CurlMulti": ("curl", "http"), "Soap": ("soap", "http"), "Sockets": ("sockets", "http"),
    "Ftp": ("ftp", "ftp"), "FtpStream": ("", "ftp"), "Ssh": ("ssh2", "ssh"), "Dns": ("", "dns"), "Exec": ("", "http"),
    "ProcOpen": ("", "http")}
HERE = pathlib.Path(__file__).resolve().parent


class World:
    """The services, each started when first asked for."""

    def __init__(self):
        self.packages = services.Packages()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-clients-"))
        self.running = {}
        self.resolver = []  # the beginning of a command that asks our name server
        gate = gates.Gate()
        certificate = services.make_certificate(self.folder / "certificate.pem")
        self.make = {
            "http": lambda: gates.web(gate), "https": lambda: gates.web(gate, certificate), "ftp": lambda: gates.ftp(gate),
            "mariadb": lambda: services.maria_db(self.packages, certificate=certificate), "dns": lambda: self.name_server(gate),
            "postgres": lambda: services.postgres(self.packages, certificate), "ssh": lambda: services.sshd(self.packages),
            "redis": lambda: services.redis(self.packages), "rabbitmq": lambda: services.rabbit_mq(self.packages),
            "cache": lambda: services.memcached(self.packages),
            "memcached": lambda: gates.hold_at(gate, self.service("cache").port)}
        self.service("http")  # has the words that open the gate

    def add(self, name, service):
        self.running[name] = service
        return service

    def service(self, name):
        return self.running.get(name) or self.add(name, self.make[name]())

    def name_server(self, gate):
        server = gates.dns(gate)
        settings = self.folder / "resolv.conf"
        settings.write_text(f"nameserver {server.server.server_address[0]}\noptions attempts:1 timeout:{TIMEOUT_S}\n")
        self.resolver = services.with_files({"/etc/resolv.conf": settings})
        return server

    def at(self, client):
        """Where the services are that this client needs."""
        self.service(CLIENTS[client][1])
        at = {"folder": self.folder, "certificate": self.folder / "certificate.pem"}
        at.update({name: service.port for name, service in self.running.items()})
        at.update({f"{name} folder": service.folder for name, service in self.running.items() if name in ("mariadb", "ssh")})
        return at

    def extensions(self, *clients):
        """The options that load what these clients need."""
        return self.packages.php(*filter(None, (CLIENTS[client][0] for client in clients)))

    def has(self, client):
        try:
            self.extensions(client)
            return bool(self.at(client))
        except unittest.SkipTest:
            return False

    def close(self):
        for service in reversed(self.running.values()):
            service.close()
        shutil.rmtree(self.folder, ignore_errors=True)


WORLD = None


def setUpModule():
    global WORLD
    WORLD = World()
    unittest.addModuleCleanup(WORLD.close)


EXPECTED = ", ".join(f"answer {number}" for number in range(COUNT))


class ClientsTest(TestCase):
    def in_coroutine(self, name, function):
        """What this function of clients.php prints."""
        script = PhpFile("coroutine/clients_program.php", call=function, name=name, at=WORLD.at(name), count=COUNT)
        ran = subprocess.run([*WORLD.resolver, *PHP, *WORLD.extensions(name), script.path], capture_output=True, text=True,
                             env=script.environment(WORLD.packages.environment()), timeout=TIMEOUT_S, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        return ran.stdout

    def at_once(self, name):
        self.assertEqual(self.in_coroutine(name, "prove"),
                         f"0 answered, {COUNT} wait\n{EXPECTED}\n")

    def canceled(self, name):
        self.assertEqual(self.in_coroutine(name, "cancel_some"), "failed, canceled, answer 2, answer 3\n")

    def server_of(self, names):
        """One worker that waits for any of these clients, as the path of a request says."""
        script = PhpFile("coroutine/clients_server.php", {"hook_flags": HOOK_ALL}, count=COUNT,
                         at={name: WORLD.at(name) for name in names})
        return self.run_script(script, php=WORLD.extensions(*names), env=WORLD.packages.environment(), prefix=WORLD.resolver)

    def test_client_gone(self):
        """The request ends without a word, whatever the extension makes of its cancellation."""
        names = [name for name, (extension, _) in CLIENTS.items() if extension and WORLD.has(name)]
        server = self.server_of(names)
        for name in names:
            with self.subTest(client=name):
                server.get(f"/shut/{name}/1")
                since = server.mark()
                client = server.client().send(request(path=f"/leave/{name}"))
                wait_until(lambda: server.get(f"/waiting/{name}").text == "1", "one that waits")
                client.close()
                server.wait_for("left", since=since)
                self.assertEqual(server.get("/tick").text, "tick")
                self.assertNotIn("Uncaught", server.output()[since:])
                server.get(f"/open/{name}")

    def test_server(self):
        """The same in one worker: requests that wait for every client at once, others that are answered meanwhile."""
        names = [name for name in CLIENTS if WORLD.has(name)]
        server = self.server_of(names)
        for name in names:
            with self.subTest(client=name):
                server.get(f"/shut/{name}/{COUNT}")
                clients = [server.client().send(request(path=f"/pass/{name}/{number}")) for number in range(COUNT)]
                wait_until(lambda: server.get(f"/waiting/{name}").text == str(COUNT), f"{COUNT} that wait")
                self.assertEqual([server.get("/tick").text for _ in range(5)], ["tick"] * 5)
                self.assertTrue(all(client.quiet() for client in clients))
                self.assertEqual(server.get(f"/open/{name}").text, "done")
                answers = [client.response() for client in clients]
                self.assertEqual([(one.status, one.text) for one in answers],
                                 [(200, f"answer {number}") for number in range(COUNT)])
                for client in clients:
                    client.close()


for _name in CLIENTS:
    setattr(ClientsTest, f"test_{_name}", lambda self, name=_name: self.at_once(name))
    setattr(ClientsTest, f"test_{_name}_canceled", lambda self, name=_name: self.canceled(name))
