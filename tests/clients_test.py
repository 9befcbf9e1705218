"""Clients of PHP that know nothing of coroutines suspend only their own: no timing, the servers keep a gate shut."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import services
from harness import PATIENCE_S, PHP, TestCase, http_script, request, to_php, wait_until

COUNT = 10
HOOK_ALL = 0x7fffffff
EXTENSIONS = {
    "PdoMysql": ["pdo_mysql"], "MysqliSocket": ["mysqli"], "PdoPgsql": ["pdo_pgsql"], "PgQuery": ["pgsql"],
    "RedisBlpop": ["redis"], "MemcachedGet": ["memcached"], "Stream": [], "TlsStream": [], "Curl": ["curl"],
    "CurlTls": ["curl"], "CurlMulti": ["curl"], "Soap": ["soap"], "Sockets": ["sockets"], "Exec": [], "ProcOpen": []}
HERE = pathlib.Path(__file__).resolve().parent


class World:
    """The services, each started when first asked for."""

    def __init__(self):
        self.packages = services.Packages()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-clients-"))
        self.running = {}
        gate = services.Gate()
        certificate = services.make_certificate(self.folder / "certificate.pem")
        self.add("http", services.web(gate))
        self.add("https", services.web(gate, certificate))
        self.gate = gate
        self.make = {
            "mariadb": lambda: services.maria_db(self.packages), "postgres": lambda: services.postgres(self.packages),
            "redis": lambda: services.redis(self.packages), "cache": lambda: services.memcached(self.packages),
            "memcached": lambda: services.hold_at(gate, self.service("cache").port)}

    def add(self, name, service):
        self.running[name] = service
        return service

    def service(self, name):
        return self.running.get(name) or self.add(name, self.make[name]())

    def at(self, client):
        """Where the services are that this client needs."""
        at = {"folder": self.folder, "certificate": self.folder / "certificate.pem"}
        for names, service in (("PdoMysql MysqliSocket", "mariadb"), ("PdoPgsql PgQuery", "postgres"),
                               ("RedisBlpop", "redis"), ("MemcachedGet", "memcached")):
            if client in names.split():
                self.service(service)
        at.update({name: service.port for name, service in self.running.items()})
        if "mariadb" in self.running:
            at["mariadb_socket"] = self.running["mariadb"].folder / "socket"
        return at

    def has(self, client):
        try:
            self.packages.php(*EXTENSIONS[client])
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
    def in_coroutine(self, name, code):
        """What a script prints that has `$client`."""
        script = WORLD.folder / "script.php"
        script.write_text(f"<?php require {to_php(HERE / 'clients.php')};\n"
                          f"$client = Client::make('{name}', {to_php(WORLD.at(name))});\n"
                          f"Co\\run(fn() => {code});\n")
        ran = subprocess.run([*PHP, *WORLD.packages.php(*EXTENSIONS[name]), script], capture_output=True, text=True,
                             env=WORLD.packages.environment(), timeout=PATIENCE_S, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        return ran.stdout

    def at_once(self, name):
        self.assertEqual(self.in_coroutine(name, f"prove($client, {COUNT})"),
                         f"0 answered, {COUNT} wait\n{EXPECTED}\n")

    def canceled(self, name):
        self.assertEqual(self.in_coroutine(name, "cancel_some($client)"), "failed, canceled, answer 2, answer 3\n")

    def server_of(self, names):
        """One worker that waits for any of these clients, as the path of a request says."""
        setup = f"""
            require {to_php(HERE / 'clients.php')};
            $clients = [];
            $find = function (string $name) use (&$clients): Client {{
                return $clients[$name] ??= Client::make($name, {to_php({name: WORLD.at(name) for name in names})}[$name]);
            }};
            $leave = function (Client $client): string {{
                try {{
                    return $client->pass(0);
                }} finally {{
                    echo "left\\n";
                }}
            }};"""
        handler = """
            [, $what, $name, $number] = explode('/', $request->server['path_info']) + [2 => '', 3 => 0];
            $response->end(match ($what) {
                'shut', 'open' => $find($name)->$what((int) $number) ?? 'done',
                'waiting' => (string) $find($name)->waiting(),
                'pass' => $find($name)->pass((int) $number),
                'leave' => $leave($find($name)),
                'tick' => 'tick',
            });"""
        handler = handler.replace("$find", "$GLOBALS['find']").replace("$leave", "$GLOBALS['leave']")
        extensions = WORLD.packages.php(*(one for name in names for one in EXTENSIONS[name]))
        script = http_script(handler, {"hook_flags": HOOK_ALL}, setup)
        return self.run_script(script, php=extensions, env=WORLD.packages.environment())

    def test_client_gone(self):
        """The request ends without a word, whatever the extension makes of its cancellation."""
        names = [name for name, extensions in EXTENSIONS.items() if extensions and WORLD.has(name)]
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
        names = [name for name in EXTENSIONS if WORLD.has(name)]
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


for _name in EXTENSIONS:
    setattr(ClientsTest, f"test_{_name}", lambda self, name=_name: self.at_once(name))
    setattr(ClientsTest, f"test_{_name}_canceled", lambda self, name=_name: self.canceled(name))
