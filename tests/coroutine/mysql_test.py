"""Swoole\\Coroutine\\MySQL against a real MariaDB: what it returns, what it keeps, and that it suspends only its coroutine."""
import pathlib
import re
import subprocess
import unittest

import services
from harness import PATIENCE_S, PHP, TestCase, http_script, request, to_php, wait_until

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = dict(re.findall(r"^== (\w+)\n(.*?)(?=^== |\Z)", (HERE / "mysql.expected").read_text(), re.M | re.S))
PACKAGES = DATABASE = None


def setUpModule():
    global PACKAGES, DATABASE
    PACKAGES = services.Packages()
    DATABASE = services.maria_db(PACKAGES)
    unittest.addModuleCleanup(DATABASE.close)


class ScenarioTest(TestCase):
    """What the scenarios of mysql.php print, with all hooks off."""
    maxDiff = None

    def sees(self, scenario):
        tables = PACKAGES.find("usr/share/mysql/mysql_system_tables.sql")
        command = [*PHP, *PACKAGES.php("mysqli"), HERE / "mysql.php", scenario, str(DATABASE.port),
                   DATABASE.folder / "socket", tables]
        ran = subprocess.run(command, capture_output=True, text=True, env=PACKAGES.environment(), timeout=PATIENCE_S,
                             stdin=subprocess.DEVNULL, check=False)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), ran.stdout)
        self.assertEqual(ran.stdout, EXPECTED[scenario])


for _name in EXPECTED:
    setattr(ScenarioTest, f"test_{_name}", lambda self, name=_name: self.sees(name))


class ServerTest(TestCase):
    """In a worker, where connections that were closed a moment ago serve the next connect()."""

    SETUP = """
        function connect(array $more = []) {
            $client = new Swoole\\Coroutine\\MySQL();
            $client->connect($more + $GLOBALS['at']) || throw new Exception($client->connect_error);
            return $client;
        }
        function value($client, string $sql) { return current($client->query($sql)[0]); }"""
    HANDLER = """
        static $keeper = null;
        $keeper ??= connect(['timeout' => 20]);
        [, $what] = explode('/', $request->server['path_info']);
        $response->end(json_encode((require $GLOBALS['actions'])[$what]($keeper)));"""
    ACTIONS = """<?php return [
        'tick' => fn ($keeper) => 'tick',
        'shut' => fn ($keeper) => value($keeper, "SELECT GET_LOCK('gate', 0)"),
        'pass' => fn ($keeper) => value(connect(), "SELECT GET_LOCK('gate', 20)"),
        'waiting' => fn ($keeper) => value($keeper, "SELECT COUNT(*) FROM information_schema.PROCESSLIST"
            . " WHERE STATE = 'User lock'"),
        'open' => fn ($keeper) => value($keeper, "SELECT RELEASE_LOCK('gate')"),
        'id' => fn ($keeper) => connect()->sock,
        'plain' => function ($keeper) {
            $client = connect();
            $rows = $client->prepare('SELECT 1 AS v')->execute();
            return [$client->sock, $rows, $client->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")[0]['Value']];
        },
        'held' => function ($keeper) {
            static $statement = null;
            $client = connect(['timeout' => 6]);
            $statement = $client->prepare('SELECT 1');
            $client->close();
            return $client->connect(['timeout' => 6] + $GLOBALS['at']) ? [$statement->execute(), $client->sock] : null;
        },
        'mess' => function ($keeper) {
            $client = connect(['fetch_mode' => true, 'database' => 'test']);
            foreach (['CREATE TEMPORARY TABLE mess (v INT)', 'SET @mess = 1', "SET sql_mode = ''", 'SET autocommit = 0',
                'USE information_schema', "DO GET_LOCK('mess', 0)"] as $sql) {
                $client->query($sql) || throw new Exception($client->error);
            }
            $client->prepare('SELECT @mess')->execute();
            return $client->sock;
        },
        'messy' => fn ($keeper) => (int) !value($keeper, "SELECT IS_FREE_LOCK('mess')"),
        'clean' => function ($keeper) {
            $client = connect(['fetch_mode' => true, 'database' => 'test']);
            $client->query("SELECT @mess, @@sql_mode != '', @@autocommit, DATABASE()");
            $seen = array_values($client->fetch());
            return [$client->sock, $seen, $client->query('SELECT * FROM mess'), $client->errno];
        },
        'others' => fn ($keeper) => value($keeper, 'SELECT COUNT(*) FROM information_schema.PROCESSLIST') - 1,
        'kill' => function ($keeper) {
            $rows = $keeper->query('SELECT ID FROM information_schema.PROCESSLIST WHERE TIME_MS > 60 AND ID != '
                . $keeper->sock);
            foreach ($rows as $row) {
                $keeper->query("KILL $row[ID]");
            }
            return count($rows);
        },
        'begin_with' => fn ($keeper) => $keeper->query("SET GLOBAL init_connect = 'SET @begun = 1'"),
        'begin' => fn ($keeper) => $keeper->query("SET GLOBAL init_connect = ''"),
    ];"""

    def serve_database(self, *, idle_time="60", **options):
        actions = DATABASE.folder / "actions.php"
        actions.write_text(self.ACTIONS)
        at = {"host": "127.0.0.1", "port": DATABASE.port, "user": "root", "password": "", "database": "test"}
        setup = f"{self.SETUP}\n$at = {to_php(at)};\n$actions = {to_php(actions)};"
        ini = ("-d", f"tern.mysql_idle_time={idle_time}")
        return self.run_script(http_script(self.HANDLER, options, setup), php=(*PACKAGES.php("mysqli"), *ini),
                               env=PACKAGES.environment())

    def ask(self, server, what):
        answer = server.get(f"/{what}")
        self.assertEqual(answer.status, 200, server.output())
        return answer.text

    def test_suspends_without_hooks(self):
        server = self.serve_database(hook_flags=0)
        self.ask(server, "shut")
        clients = [server.client().send(request(path="/pass")) for _ in range(3)]
        wait_until(lambda: self.ask(server, "waiting") == '"3"', "three that wait")
        self.assertEqual(self.ask(server, "tick"), '"tick"')
        self.ask(server, "open")
        self.assertEqual([client.response().text for client in clients], ['"1"'] * 3)
        for client in clients:
            client.close()

    def test_session_is_reset(self):
        server = self.serve_database()
        number = self.ask(server, "mess")
        wait_until(lambda: self.ask(server, "messy") == "0", "locks that are released")
        self.assertEqual(self.ask(server, "clean"), f'[{number},[null,"1","1","test"],false,1146]')

    def test_nothing_to_reset(self):
        """The statement is still there, too."""
        server = self.serve_database()
        number = self.ask(server, "id")
        wait_until(lambda: self.ask(server, "id") == number, "the same connection")
        self.assertEqual(self.ask(server, "plain"), f'[{number},[{{"v":1}}],"1"]')

    def test_statement_that_is_held(self):
        server = self.serve_database()
        first, second = self.ask(server, "held"), self.ask(server, "held")
        self.assertTrue(first.startswith("[false,") and second.startswith("[false,"))
        self.assertNotEqual(first, second)

    def test_off(self):
        server = self.serve_database(idle_time="0")
        self.assertEqual(len({self.ask(server, "id") for _ in range(10)}), 10)

    def test_sessions_that_begin_with_a_program(self):
        server = self.serve_database()
        self.ask(server, "begin_with")
        self.addCleanup(self.ask, server, "begin")
        self.assertEqual(len({self.ask(server, "id") for _ in range(10)}), 10)

    def test_idle_ones_are_closed(self):
        server = self.serve_database(idle_time="0.01")
        self.ask(server, "mess")
        self.ask(server, "id")
        wait_until(lambda: self.ask(server, "others") == "0", "no connection but one")

    def test_lost_while_idle(self):
        server = self.serve_database()
        number = self.ask(server, "id")
        wait_until(lambda: self.ask(server, "kill") == "1", "one that is idle for long enough")
        wait_until(lambda: self.ask(server, "others") == "0", "no connection but one")
        self.assertNotEqual(self.ask(server, "id"), number)
        self.assertIn('[{"v":1}]', self.ask(server, "plain"))
