"""Tern\\Pool with real databases: what comes from it is as new, sessions that died are replaced unseen, nothing is lost."""
import signal
import subprocess
import unittest

import services
from harness import TIMEOUT_S
from php_program import PhpFile
from pool_case import KINDS, SERVERS, WORLD, PoolTestCase


def setUpModule():
    WORLD.open()


class CleanTest(PoolTestCase):
    """One connection, two borrowers: what the first did to it is gone, and it is the same session."""

    def clean(self, kind, dirty, look, wanted):
        printed = self.in_pool(kind, "clean", dirty=dirty, look=f"return {look};")
        self.assertEqual(printed, f"same: {wanted}\n")

    MYSQL = {
        "transaction": ("$sql('CREATE OR REPLACE TABLE t (n INT) ENGINE=InnoDB'); $sql('START TRANSACTION');"
                        "$sql('INSERT INTO t VALUES (1)');", "(int) $ask('SELECT COUNT(*) + 10 * @@in_transaction FROM t')", "0"),
        "variable": ("$sql('SET SESSION sql_mode = \"\", time_zone = \"+03:00\"'); $sql('SET @mine = 1');",
                     "[$ask('SELECT @@sql_mode <> \"\"'), $ask('SELECT @@time_zone'), $ask('SELECT @mine')]",
                     '["1","SYSTEM",null]'),
        "autocommit": ("$sql('SET autocommit = 0');", "$ask('SELECT @@autocommit')", '"1"'),
        "temporary table": ("$sql('CREATE TEMPORARY TABLE mine (n INT)');",
                            "(function () use ($db, $kind) { try { return $kind->ask($db, 'SELECT COUNT(*) FROM mine'); }"
                            " catch (Exception) { return 'none'; } })()", '"none"'),
        "tables locked": ("$sql('CREATE OR REPLACE TABLE l (n INT)'); $sql('LOCK TABLES l WRITE');",
                          "(int) $kind->ask($kind->connect(), 'SELECT COUNT(*) FROM l')", "0"),
        "named lock": ("$kind->ask($db, 'SELECT GET_LOCK(\"mine\", 0)');", "$ask('SELECT IS_FREE_LOCK(\"mine\")')", '"1"'),
        "prepared": ("$sql('PREPARE mine FROM \"SELECT 1\"');",
                     "(function () use ($db, $kind) { try { return $kind->ask($db, 'EXECUTE mine'); }"
                     " catch (Exception) { return 'none'; } })()", '"none"'),
        "database": ("$sql('CREATE DATABASE IF NOT EXISTS other'); $sql('USE other');", "$ask('SELECT DATABASE()')", '"test"'),
        "names": ("$sql('SET NAMES latin1');", "$ask('SELECT @@character_set_client')", '"utf8mb4"'),
    }

    def clean_mysql(self, kind):
        for name, (dirty, look, wanted) in self.MYSQL.items():
            with self.subTest(what=name):
                run = "$db->exec" if kind == "pdo_mysql" else "$db->query"
                dirty = dirty.replace("$sql", run)
                look = look.replace("$ask(", "(string) $kind->ask($db, ").replace("(string) $kind->ask($db, 'SELECT @mine')",
                                                                                  "$kind->ask($db, 'SELECT @mine')")
                look = look.replace("(int) (string)", "(int)")
                self.clean(kind, dirty, look, wanted)

    def test_pdo_mysql(self):
        self.clean_mysql("pdo_mysql")

    def test_mysqli(self):
        self.clean_mysql("mysqli")

    def test_mysql_with_a_password(self):
        """Up to PHP 8.4 mysqlnd keeps the name in the place of the password: the session cannot log in again, and is reset."""
        accounts = "CREATE USER guarded IDENTIFIED BY 'secret';\nGRANT ALL ON test.* TO guarded;\n"
        service = services.maria_db(WORLD.packages, accounts=accounts)
        self.addCleanup(service.close)
        for kind in ("pdo_mysql", "mysqli", "client_mysql"):
            with self.subTest(kind=kind):
                printed = self.in_pool(kind, "password", port=service.port)
                self.assertEqual(printed, '[true,null,"test"][]')

    PGSQL = {
        "transaction": ("$sql('CREATE TABLE IF NOT EXISTS t (n INT)'); $sql('TRUNCATE t'); $sql('BEGIN');"
                        "$sql('INSERT INTO t VALUES (1)');", "(int) $ask('SELECT COUNT(*) FROM t')", "0"),
        "failed transaction": ("$sql('BEGIN'); try { @$sql('nonsense'); } catch (Exception) {}", "(int) $ask('SELECT 1')", "1"),
        "variable": ("$sql('SET statement_timeout = 77');", "$ask('SHOW statement_timeout')", '"0"'),
        "temporary table": ("$sql('CREATE TEMPORARY TABLE mine (n INT)');", "$ask('SELECT to_regclass(\\'mine\\')')", "null"),
        "lock": ("$sql('SELECT pg_advisory_lock(5)');", "$ask('SELECT COUNT(*) FROM pg_locks WHERE locktype = \\'advisory\\'') == 0",
                 "true"),
        "prepared": ("$sql('PREPARE mine AS SELECT 1');", "(int) $ask('SELECT COUNT(*) FROM pg_prepared_statements WHERE name = \\'mine\\'')",
                     "0"),
        "listen": ("$sql('LISTEN mine');", "(int) $ask('SELECT COUNT(*) FROM pg_listening_channels()')", "0"),
        "role": ("$sql('SET SESSION AUTHORIZATION pg_monitor');", "$ask('SELECT session_user')", '"tern"'),
    }

    def clean_pgsql(self, kind):
        for name, (dirty, look, wanted) in self.PGSQL.items():
            with self.subTest(what=name):
                dirty = dirty.replace("$sql(", {"pdo_pgsql": "$db->exec(", "pgsql": "pg_query($db, "}.get(kind, "$db->query("))
                self.clean(kind, dirty, look.replace("$ask(", "$kind->ask($db, "), wanted)

    def test_pdo_pgsql(self):
        self.clean_pgsql("pdo_pgsql")

    def test_pgsql(self):
        self.clean_pgsql("pgsql")

    def test_redis(self):
        for name, dirty, look, wanted in (
                ("multi", "$db->multi(); $db->set('multi', 1);", "[$db->getMode(), $db->exists('multi')]", "[0,0]"),
                ("pipeline", "$db->pipeline(); $db->set('pipe', 1);", "[$db->getMode(), $db->exists('pipe')]", "[0,0]"),
                ("watch", "$db->watch('w');", "(function () use ($db, $kind) { $kind->connect()->set('w', rand());"
                                              " return $db->multi()->set('x', 1)->exec(); })()", "[true]"),
                ("select", "$db->select(5);", "[$db->getDBNum(), preg_match('/ db=2 /', $db->client('list')[0]['db'] == '2'"
                                              " ? ' db=2 ' : '')]", "[2,1]"),
                ("option", "$db->setOption(Redis::OPT_PREFIX, 'mine:');", "$db->getOption(Redis::OPT_PREFIX)", "null"),
                ("tracking", "$db->rawCommand('CLIENT', 'TRACKING', 'ON', 'REDIRECT', $db->rawCommand('CLIENT', 'ID'));",
                 "$db->rawCommand('CLIENT', 'TRACKINGINFO')[1]", '["off"]')):
            with self.subTest(what=name):
                self.clean("redis", dirty, look, wanted)

    def test_client_mysql(self):
        self.clean_mysql("client_mysql")
        for name, dirty, look, wanted in (
                ("statement", "$GLOBALS['held'] = [$db->prepare('SELECT 1'), $db->prepare('SELECT 2')];",
                 "[($held = $GLOBALS['held'])[0]->execute(), $held[0]->errno, $held[1]->close(), $db->prepare('SELECT 3 AS v')->execute()]",
                 '[false,2030,true,[{"v":3}]]'),
                ("results that nobody fetched", "$db->prepare('SELECT 1')->execute();", "(int) $kind->ask($db, 'SELECT 2')", "2"),
                ("deferring", "$db->setDefer();", "[$db->getDefer(), (int) $kind->ask($db, 'SELECT 2')]", "[false,2]")):
            with self.subTest(what=name):
                self.clean("client_mysql", dirty, look, wanted)

    def test_client_pgsql(self):
        self.clean_pgsql("client_pgsql")
        self.clean("client_pgsql", "$GLOBALS['held'] = $db->prepare('SELECT 1 AS v');",
                   "[$GLOBALS['held']->execute(), $db->prepare('SELECT 2 AS v')->execute()]", "[false,true]")

    def test_client_redis(self):
        for name, dirty, look, wanted in (
                ("multi", "$db->multi(); $db->set('multi', 1);", "[$db->exists('multi'), $db->exec()]", "[0,false]"),
                ("watch", "$db->watch('w');", "(function () use ($db, $kind) { $kind->connect()->set('w', rand());"
                 " $db->multi(); $db->set('x', 1); return $db->exec(); })()", "[true]"),
                ("select", "$db->select(5);", "[$db->getDBNum(), strpos($db->request(['CLIENT', 'LIST']), ' db=2 ') > 0]", "[2,true]"),
                ("options", "$db->setOptions(['serialize' => true, 'compatibility_mode' => true]);",
                 "[$db->getOptions()['serialize'], $db->get('nothing')]", "[false,null]"),
                ("deferring", "$db->setDefer();", "[$db->getDefer(), $db->ping()]", '[false,"PONG"]')):
            with self.subTest(what=name):
                self.clean("client_redis", dirty, look, wanted)

    def test_client_redis_out_of_step(self):
        for dirty in ("$db->subscribe(['news']);", "$db->setDefer(); $db->get('x');"):
            printed = self.in_pool("client_redis", "client_out_of_step", dirty=dirty)
            self.assertEqual(printed, 'PONG {"reset":1}')

    def test_client_that_cannot_connect(self):
        for kind in ("client_mysql", "client_pgsql", "client_redis"):
            printed = self.in_pool(kind, "client_that_cannot_connect")
            self.assertEqual(printed, "0true")

    def test_pdo_attributes(self):
        """They are the client's, and come back as well."""
        for kind in ("pdo_mysql", "pdo_pgsql"):
            printed = self.in_pool(kind, "pdo_attributes")
            self.assertRegex(printed, rf"^same: \[2,4,{'(1|true)' if kind == 'pdo_mysql' else 'false'},false\]\n$")

    def test_init_command_and_setup(self):
        """What a session needs is there again: init commands by themselves, the rest by `setup`."""
        printed = self.in_pool("pdo_mysql", "init_command_and_setup", port=WORLD.at("mariadb")["mariadb"])
        self.assertEqual(printed, "1 2 0 0\n1 2 0 0\n1\n")

    def test_at_once(self):
        """A transaction does not outlive put(): others need not wait for the next borrower."""
        printed = self.in_pool("pdo_mysql", "at_once")
        self.assertEqual(printed, "6\n")

    def test_statement_that_is_left(self):
        """PostgreSQL: its end reaches the server before anyone else has the connection."""
        printed = self.in_pool("pdo_pgsql", "statement_that_is_left")
        self.assertEqual(printed, "2\n1[]\n")

    def test_statement_that_is_left_and_all_is_canceled(self):
        printed = self.in_pool("pdo_pgsql", "statement_that_is_left_and_all_is_canceled", timeout=1.0)
        self.assertEqual(printed, '2{"kept":1}\n')

    def test_unknown_class(self):
        printed = self.in_pool("redis", "unknown_class")
        self.assertEqual(printed, 'A pool cannot clean a ArrayObject: give it the argument "reset", or let the class implement '
                         'Tern\\Pool\\Resettable\n0\n01\n')


class LostTest(PoolTestCase):
    def replaced(self, kind):
        printed = self.in_pool(kind, "replaced")
        self.assertEqual(printed, 'another {"lost":1}\n')

    def restarted(self, kind, how):
        """Who comes while the server is away waits until it is back."""
        service = SERVERS[KINDS[kind]](WORLD.packages)
        self.addCleanup(service.close)
        program = PhpFile("coroutine/pool_scenarios.php", kind=kind, at={KINDS[kind]: service.port}, scenario="restarted")
        with subprocess.Popen([*self.command(kind), program.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True,
                              env=program.environment(WORLD.packages.environment())) as php:
            self.assertEqual(php.stdout.readline(), "ready\n")
            service.stop(how)
            php.stdin.write("it is away\n")
            php.stdin.flush()
            self.assertEqual(php.stdout.readline(), "lost\n")
            service.again()
            self.assertEqual(php.communicate(timeout=TIMEOUT_S)[0], "goes on\n2\n")

    def test_restart_mariadb(self):
        self.restarted("pdo_mysql", signal.SIGTERM)

    def test_restart_postgres(self):
        self.restarted("pdo_pgsql", signal.SIGINT)

    def test_restart_redis(self):
        self.restarted("redis", signal.SIGTERM)

    def in_flight(self, kind, work, *wanted):
        printed = self.in_pool(kind, "killed_at_work", work=work)
        self.assertIn(printed.strip(), ("lost 2 1 1", *wanted))

    def test_killed_at_work(self):
        self.in_flight("pdo_mysql", "$db->query('SELECT SLEEP(100)')->fetchAll();")
        self.in_flight("mysqli", "$db->query('SELECT SLEEP(100)');")
        self.in_flight("pdo_pgsql", "$db->query('SELECT pg_sleep(100)');")
        # This client may connect again by itself, and is cleaned then.
        self.in_flight("redis", "$db->setOption(Redis::OPT_MAX_RETRIES, 0); $db->blPop(['nothing'], 0);",
                       "lost 1 0 1")


for _kind in KINDS:
    setattr(LostTest, f"test_killed_{_kind}", lambda self, kind=_kind: self.replaced(kind))


class CutTest(PoolTestCase):
    """A query that was cancelled: its answer never reaches the next borrower."""

    def cut(self, kind, sleep):
        for throws in (True, False):
            printed = self.in_pool(kind, "cut", sleep=sleep, throws=throws)
            self.assertEqual(printed, "canceled\n42\n1\n")

    def test_pdo_mysql(self):
        self.cut("pdo_mysql", "SELECT SLEEP(0.05)")

    def test_mysqli(self):
        self.cut("mysqli", "SELECT SLEEP(0.05)")

    def test_clients(self):
        self.cut("client_mysql", "SELECT SLEEP(0.05)")
        self.cut("client_pgsql", "SELECT pg_sleep(0.05)")

    def test_pdo_pgsql(self):
        self.cut("pdo_pgsql", "SELECT pg_sleep(0.05)")


if __name__ == "__main__":
    unittest.main()
