"""Swoole\\Coroutine\\MySQL against a real MariaDB: what it returns, what it keeps, and that it suspends only its coroutine."""
import services
from database_scenarios import Database, scenario_test
from harness import wait_until
from http_client import request
from php_program import PhpFile
from server_case import TestCase

DATABASE = Database()


def socket_and_tables():
    return DATABASE.service.folder / "socket", DATABASE.packages.find("usr/share/mysql/mysql_system_tables.sql")


# All hooks are off in mysql.php.
ScenarioTest = scenario_test("mysql", DATABASE, "mysqli", arguments=socket_and_tables)


def setUpModule():
    DATABASE.start(services.maria_db)


class ServerTest(TestCase):
    """In a worker, where connections that were closed a moment ago serve the next connect()."""

    def serve_database(self, *, idle_time="60", **options):
        at = {"host": "127.0.0.1", "port": DATABASE.service.port, "user": "root", "password": "", "database": "test"}
        ini = ("-d", f"tern.mysql_idle_time={idle_time}")
        return self.run_script(PhpFile("coroutine/mysql_server.php", options, at=at), php=(*DATABASE.packages.php("mysqli"), *ini),
                               env=DATABASE.packages.environment())

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
