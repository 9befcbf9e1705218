"""Tern\\Pool with real databases: what comes from it is as new, sessions that died are replaced unseen, nothing is lost."""
import os
import pathlib
import signal
import subprocess
import unittest

import services
from harness import PATIENCE_S, PHP, TestCase, http_script, request, to_php

HERE = pathlib.Path(__file__).resolve().parent
SERVERS = {"mariadb": services.maria_db, "postgres": services.postgres, "redis": services.redis}
KINDS = {"pdo_mysql": "mariadb", "mysqli": "mariadb", "pdo_pgsql": "postgres", "pgsql": "postgres", "redis": "redis",
         "client_mysql": "mariadb", "client_pgsql": "postgres", "client_redis": "redis"}
EXTENSIONS = {"client_mysql": ("mysqli",), "client_pgsql": ("pgsql",), "client_redis": ()}


class World:
    """The servers, each started when first asked for."""

    def __init__(self):
        self.packages = services.Packages()
        self.running = {}

    def at(self, *names):
        for name in names:
            if name not in self.running:
                self.running[name] = SERVERS[name](self.packages)
        return {name: service.port for name, service in self.running.items()}

    def close(self):
        for service in self.running.values():
            service.close()


WORLD = None


def setUpModule():
    global WORLD
    WORLD = World()
    unittest.addModuleCleanup(WORLD.close)


class PoolTestCase(TestCase):
    def in_pool(self, kind, code, options="size: 1", hooks=True):
        """What a script prints that has `$kind`, and `$pool` of such connections."""
        at = WORLD.at(KINDS[kind])
        script = WORLD.running[KINDS[kind]].folder / "script.php"
        script.write_text(f"""<?php
            use Swoole\\Coroutine;
            use Tern\\Pool;
            require {to_php(HERE / 'pool.php')};
            ini_set('zend.exception_ignore_args', 'On');
            {'' if hooks else 'Co::set(["hook_flags" => 0]);'}
            Co\\run(function () {{
                $kind = new Kind({to_php(kind)}, {to_php(at)});
                $pool = new Pool($kind->connect(...), {options});
                {code}
            }});""")
        ran = subprocess.run([*PHP, *WORLD.packages.php(*EXTENSIONS.get(kind, (kind,))), script], capture_output=True, text=True, check=False,
                             env=WORLD.packages.environment(), timeout=PATIENCE_S, stdin=subprocess.DEVNULL)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        return ran.stdout


class CleanTest(PoolTestCase):
    """One connection, two borrowers: what the first did to it is gone, and it is the same session."""

    def clean(self, kind, dirty, look, wanted):
        printed = self.in_pool(kind, f"""
            $first = $pool->use(function ($db) use ($kind) {{ $id = $kind->id($db); {dirty} return $id; }});
            $pool->use(function ($db) use ($kind, $first) {{
                $same = $kind->id($db) === $first ? 'same' : 'another';
                echo "$same: ", json_encode({look}), "\\n";
            }});""")
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
            printed = self.in_pool("client_redis", f"""
                $pool->use(function ($db) {{ {dirty} }});
                echo $pool->use(fn ($db) => $db->ping()), ' ', json_encode($pool->stats()['closed']);""")
            self.assertEqual(printed, 'PONG {"reset":1}')

    def test_client_that_cannot_connect(self):
        for kind in ("client_mysql", "client_pgsql", "client_redis"):
            printed = self.in_pool(kind, """
                $nowhere = new Kind($kind->name, ['mariadb' => 1, 'postgres' => 1, 'redis' => 1]);
                $pool = new Pool($nowhere->connect(...), timeout: 0.05);
                try {
                    $pool->get();
                } catch (Throwable $e) {
                    echo $pool->stats()['size'], json_encode(Tern\\Database::isConnectionLost($e));
                }""")
            self.assertEqual(printed, "0true")

    def test_pdo_attributes(self):
        """They are the client's, and come back as well."""
        for kind in ("pdo_mysql", "pdo_pgsql"):
            self.clean(kind, "$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);"
                       "$db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);"
                       "$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);"
                       "$db->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);",
                       "[$db->getAttribute(PDO::ATTR_ERRMODE), $db->getAttribute(PDO::ATTR_DEFAULT_FETCH_MODE), "
                       "$db->getAttribute(PDO::ATTR_EMULATE_PREPARES), $db->getAttribute(PDO::ATTR_STRINGIFY_FETCHES)]",
                       "[2,4,1,false]" if kind == "pdo_mysql" else "[2,4,false,false]")

    def test_init_command_and_setup(self):
        """What a session needs is there again: init commands by themselves, the rest by `setup`."""
        printed = self.in_pool("pdo_mysql", f"""
            $connect = fn () => new PDO('mysql:host=127.0.0.1;port={WORLD.at("mariadb")["mariadb"]}', 'tern', '',
                [PDO::MYSQL_ATTR_INIT_COMMAND => 'SET @init = 1', PDO::ATTR_AUTOCOMMIT => 0]);
            $pool = new Pool($connect, size: 1, setup: fn (PDO $db) => $db->exec('SET @setup = 2'));
            for ($i = 0; $i < 2; ++$i) {{
                echo $pool->use(function ($db) {{
                    $row = $db->query('SELECT @init, @setup, @mine, @@autocommit')->fetch(PDO::FETCH_NUM);
                    $db->exec('SET @init = 7, @setup = 7, @mine = 7');
                    return implode(' ', array_map(json_encode(...), array_map(intval(...), $row)));
                }}), "\\n";
            }}
            echo $pool->stats()['created'], "\\n";""")
        self.assertEqual(printed, "1 2 0 0\n1 2 0 0\n1\n")

    def test_at_once(self):
        """A transaction does not outlive put(): others need not wait for the next borrower."""
        printed = self.in_pool("pdo_mysql", """
            $other = $kind->connect();
            $other->exec('CREATE OR REPLACE TABLE o (n INT) ENGINE=InnoDB');
            $other->exec('INSERT INTO o VALUES (1)');
            $pool->use(fn ($db) => $db->beginTransaction() && $db->exec('UPDATE o SET n = 2'));
            $other->exec('UPDATE o SET n = n + 5');
            echo $other->query('SELECT n FROM o')->fetchColumn(), "\\n";""")
        self.assertEqual(printed, "6\n")

    def test_statement_that_is_left(self):
        """PostgreSQL: its end reaches the server before anyone else has the connection."""
        printed = self.in_pool("pdo_pgsql", """
            $borrow = function () use ($pool) {
                $db = $pool->get();
                $db->beginTransaction();
                $statement = $db->prepare('SELECT 1');
                $statement->execute();
                $pool->put($db);
                await(fn () => $pool->stats()['waiting'] > 0, 'one that waits');
                return $statement->fetchColumn();
            };
            $channel = new Coroutine\\Channel(1);
            go(fn () => $channel->push($borrow()));
            $pool->use(function ($db) { $db->beginTransaction(); echo $db->query('SELECT 2')->fetchColumn(), "\\n"; });
            echo $channel->pop(), json_encode($pool->stats()['closed']), "\\n";""")
        self.assertEqual(printed, "2\n1[]\n")

    def test_statement_that_is_left_and_all_is_canceled(self):
        printed = self.in_pool("pdo_pgsql", """
            $db = $pool->get();
            $statement = $db->prepare('SELECT 1');
            $pool->put($db);
            foreach (Coroutine::list() as $cid) {
                $cid === Coroutine::getCid() || Coroutine::cancel($cid, true);
            }
            echo $pool->use(fn ($db) => $db->query('SELECT 2')->fetchColumn()), json_encode($pool->stats()['closed']), "\\n";""",
            'size: 1, timeout: 1')
        self.assertEqual(printed, '2{"kept":1}\n')

    def test_unknown_class(self):
        printed = self.in_pool("redis", """
            $pool = new Pool(fn () => new ArrayObject(), name: 'odd');
            try { $pool->get(); } catch (Tern\\PoolException $e) { echo $e->getMessage(), "\\n"; }
            echo $pool->stats()['size'], "\\n";
            $pool = new Pool(fn () => new ArrayObject(), size: 1, reset: function ($it) { $it->exchangeArray([]); });
            $pool->use(fn ($it) => $it['x'] = 1);
            echo $pool->use(fn ($it) => count($it)), $pool->stats()['created'], "\\n";""")
        self.assertEqual(printed, 'A pool cannot clean a ArrayObject: give it the argument "reset", or let the class implement '
                         'Tern\\Pool\\Resettable\n0\n01\n')


class LostTest(PoolTestCase):
    def replaced(self, kind):
        printed = self.in_pool(kind, """
            $first = $pool->use($kind->id(...));
            await(fn () => $pool->stats()['idle'] === 1);
            $kind->kill($first);
            $second = $pool->use($kind->id(...));
            echo $first === $second ? 'the same' : 'another', ' ', json_encode($pool->stats()['closed']), "\\n";""")
        self.assertEqual(printed, 'another {"lost":1}\n')


    def restarted(self, kind, how):
        """Who comes while the server is away waits until it is back."""
        service = SERVERS[KINDS[kind]](WORLD.packages)
        self.addCleanup(service.close)
        script = service.folder / "script.php"
        script.write_text(f"""<?php
            require {to_php(HERE / 'pool.php')};
            Co\\run(function () {{
                $kind = new Kind({to_php(kind)}, {to_php({KINDS[kind]: service.port})});
                $pool = new Tern\\Pool($kind->connect(...), size: 2, timeout: 30);
                $busy = $pool->get();
                $pool->use($kind->id(...));
                echo "ready\\n";
                fgets(STDIN);
                try {{
                    $kind->id($busy);
                }} catch (Throwable $e) {{
                    echo Tern\\Database::isConnectionLost($e) ? 'lost' : $e->getMessage(), "\\n";
                    unset($e);  // its trace may hold the connection
                }}
                $pool->put($busy);
                echo $pool->use($kind->id(...)) > 0 ? 'goes on' : '', "\\n";
                echo array_sum($pool->stats()['closed']), "\\n";
            }});""")
        with subprocess.Popen([*PHP, *WORLD.packages.php(*EXTENSIONS.get(kind, (kind,))), script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, env=WORLD.packages.environment()) as php:
            self.assertEqual(php.stdout.readline(), "ready\n")
            service.stop(how)
            php.stdin.write("it is away\n")
            php.stdin.flush()
            self.assertEqual(php.stdout.readline(), "lost\n")
            service.again()
            self.assertEqual(php.communicate(timeout=PATIENCE_S)[0], "goes on\n2\n")

    def test_restart_mariadb(self):
        self.restarted("pdo_mysql", signal.SIGTERM)

    def test_restart_postgres(self):
        self.restarted("pdo_pgsql", signal.SIGINT)

    def test_restart_redis(self):
        self.restarted("redis", signal.SIGTERM)

    def in_flight(self, kind, work, *wanted):
        printed = self.in_pool(kind, f"""
            $started = new Coroutine\\Channel(1);
            $ended = new Coroutine\\Channel(1);
            go(function () use ($pool, $kind, $started, $ended) {{
                try {{
                    $pool->use(function ($db) use ($kind, $started) {{ $started->push($kind->id($db)); {work} }});
                    $ended->push('nothing happened');
                }} catch (Throwable $e) {{
                    $ended->push(Tern\\Database::isConnectionLost($e) ? 'lost' : $e->getMessage());
                }}
            }});
            $kind->kill($started->pop());
            echo $ended->pop(), ' ';
            $pool->use($kind->id(...));
            $stats = $pool->stats();
            echo $stats['created'], ' ', array_sum($stats['closed']), ' ', $stats['size'], "\\n";""")
        self.assertIn(printed.strip(), ("lost 2 1 1", *wanted))

    def test_killed_at_work(self):
        self.in_flight("pdo_mysql", "$db->query('SELECT SLEEP(100)')->fetchAll();")
        self.in_flight("mysqli", "$db->query('SELECT SLEEP(100)');")
        self.in_flight("pdo_pgsql", "$db->query('SELECT pg_sleep(100)');")
        # This client may connect again by itself, and is cleaned then.
        self.in_flight("redis", "$db->setOption(Redis::OPT_MAX_RETRIES, 0); $db->blPop(['nothing'], 0);",
                       "lost 1 0 1")


class CutTest(PoolTestCase):
    """A query that was cancelled: its answer never reaches the next borrower."""

    def cut(self, kind, sleep):
        for throws in ("true", "false"):
            printed = self.in_pool(kind, f"""
                $started = new Coroutine\\Channel(1);
                $victim = go(function () use ($pool, $kind, $started) {{
                    try {{
                        $pool->use(function ($db) use ($kind, $started) {{
                            $started->push($kind->id($db));
                            @$kind->ask($db, '{sleep}');
                        }});
                    }} catch (Throwable) {{
                        echo "canceled\\n";
                    }}
                }});
                $first = $started->pop();
                await(fn () => Coroutine::cancel($victim, {throws}));
                echo $pool->use(fn ($db) => $kind->ask($db, 'SELECT 42')), "\\n";
                echo array_sum($pool->stats()['closed']), "\\n";""")
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


class WorkerTest(PoolTestCase):
    def test_used_before_start(self):
        """A worker makes its own connections; those of the master stay the master's, and alive."""
        port = WORLD.at("mariadb")["mariadb"]
        script = http_script("$response->end((string) $GLOBALS['pool']->use($GLOBALS['id']));", {"worker_num": 1}, f"""
            $GLOBALS['id'] = fn (PDO $db) => $db->query('SELECT CONNECTION_ID()')->fetchColumn();
            $GLOBALS['pool'] = new Tern\\Pool(fn () => new PDO('mysql:host=127.0.0.1;port={port}', 'early', ''), size: 1);
            Co\\run(fn () => $GLOBALS['pool']->use($GLOBALS['id']));""".replace("\\\\", "\\"))
        server = self.run_script(script, php=WORLD.packages.php("pdo_mysql"), env=WORLD.packages.environment())
        theirs = server.get("/").text
        self.assertEqual(theirs, server.get("/").text)
        printed = self.in_pool("pdo_mysql", """
            echo $pool->use(fn ($db) => $db->query("SELECT GROUP_CONCAT(id ORDER BY id) FROM information_schema.processlist
                WHERE user = 'early'")->fetchColumn());""")
        sessions = printed.split(",")
        self.assertEqual(len(sessions), 2)
        self.assertEqual(sessions[1], theirs)


    def test_what_a_pool_closes_is_gone(self):
        """Workers keep what others close: not what would exceed `cap`, or is too old."""
        port = WORLD.at("mariadb")["mariadb"]
        script = http_script("""
            $pool = new Tern\\Pool($GLOBALS['connect'], size: 1);
            $id = $pool->use(fn ($db) => $pool->close() ?? $db->sock);
            $response->end(json_encode($GLOBALS['connect']()->sock === $id));""".replace("\\\\", "\\"), {"worker_num": 1}, f"""
            $GLOBALS['connect'] = function () {{
                $db = new Swoole\\Coroutine\\MySQL();
                $db->connect(['host' => '127.0.0.1', 'port' => {port}, 'user' => 'tern', 'password' => '', 'database' => 'test']);
                return $db;
            }};""".replace("\\\\", "\\"))
        server = self.run_script(script, php=WORLD.packages.php("mysqli"), env=WORLD.packages.environment())
        self.assertEqual(server.get("/").text, "false")


class TransactionTest(PoolTestCase):
    """Database::transaction(): again after a deadlock or a lost connection, never after something was committed."""

    DEADLOCK = """
        $pool = new Pool($kind->connect(...), size: 2);
        $pool->use(function ($db) {
            $db->exec('DROP TABLE IF EXISTS d');
            $db->exec('CREATE TABLE d (id INT PRIMARY KEY, n INT)');
            $db->exec('INSERT INTO d VALUES (1, 0), (2, 0)');
        });
        $attempts = 0;
        $met = new Coroutine\\WaitGroup(2);
        $work = function (int $first, int $second) use ($met, &$attempts) {
            return function ($db) use ($first, $second, $met, &$attempts) {
                ++$attempts;
                $db->exec("UPDATE d SET n = n + 1 WHERE id = $first");
                if ($met->count() > 0) { $met->done(); $met->wait(); }
                $db->exec("UPDATE d SET n = n + 1 WHERE id = $second");
                return 'done';
            };
        };
        echo json_encode(Coroutine\\batch([fn () => Tern\\Database::transaction($pool, $work(1, 2)),
            fn () => Tern\\Database::transaction($pool, $work(2, 1))])), $attempts, "\\n";
        echo $pool->use(fn ($db) => $db->query('SELECT SUM(n) FROM d')->fetchColumn()), "\\n";"""

    def test_deadlock(self):
        for kind in ("pdo_mysql", "pdo_pgsql"):
            with self.subTest(kind=kind):
                self.assertEqual(self.in_pool(kind, self.DEADLOCK), '["done","done"]3\n4\n')

    def test_lost(self):
        for kind in ("pdo_mysql", "pdo_pgsql"):
            # The client of PostgreSQL does not know any more what was committed.
            again = "$run('committed and lost', fn ($db) => $db->commit() && $kill($db) || $db->exec('SELECT 1'));"
            printed = self.in_pool(kind, f"""
                $pool->use(fn ($db) => $db->exec('DROP TABLE IF EXISTS r') + $db->exec('CREATE TABLE r (n INT)'));
                $run = function (string $name, callable $work) use ($pool, $kind) {{
                    $attempts = 0;
                    try {{
                        Tern\\Database::transaction($pool, function ($db) use ($kind, $work, &$attempts) {{
                            $db->exec('INSERT INTO r VALUES (1)');
                            return $work($db, ++$attempts);
                        }});
                        echo "$name: $attempts\\n";
                    }} catch (Throwable $e) {{
                        $text = Tern\\Database::isConnectionLost($e) ? 'lost' : substr($e->getMessage(), 0, 33);
                        echo "$name: $attempts, $text\\n";
                    }}
                }};
                $kill = fn ($db) => $kind->kill($kind->id($db));
                $run('plain', fn () => null);
                $run('lost once', fn ($db, $attempt) => $attempt > 1 || ($kill($db) || $db->exec('SELECT 1')));
                $run('lost at the end', fn ($db, $attempt) => $kill($db));
                $run('always lost', fn ($db) => $kill($db) || $db->exec('SELECT 1'));
                $run('committed', fn ($db) => $db->commit());
                {again if kind == "pdo_mysql" else ""}
                $run('thrown', fn ($db) => throw new Exception('own'));
                echo $pool->use(fn ($db) => $db->query('SELECT COUNT(*) FROM r')->fetchColumn()), "\\n";""")
            rows = ["plain: 1", "lost once: 2", "lost at the end: 1, lost", "always lost: 3, lost",
                    "committed: 1, The transaction was ended within:"]
            rows += ["committed and lost: 1, lost"] if kind == "pdo_mysql" else []
            self.assertEqual(printed.splitlines(), [*rows, "thrown: 1, own", "4" if kind == "pdo_mysql" else "3"])


class CapTest(PoolTestCase):
    """Workers share a number of connections, and a killed one leaves its part to the others."""

    def test_cap(self):
        port = WORLD.at("mariadb")["mariadb"]
        # Told by who holds them: the database notices the end of a session a moment after its place was given on.
        script = http_script("""
            $response->end((string) $GLOBALS['pool']->use(function (PDO $db) {
                $db->query('SELECT SLEEP(0.002)')->fetchAll();
                $open = array_sum(array_map(fn ($count) => $count->get(), Counted::$counts));
                return getmypid() . ' ' . $db->query('SELECT CONNECTION_ID()')->fetchColumn() . " $open";
            }));""", {"worker_num": 4, "hook_flags": 0}, f"""
            final class Counted extends PDO {{
                public static array $counts;
                public static Swoole\\Atomic $own;
                public function __construct(...$how) {{ parent::__construct(...$how); self::$own->add(); }}
                public function __destruct() {{ self::$own->sub(); }}
            }}
            Counted::$counts = array_map(fn () => new Swoole\\Atomic, range(0, 3));
            $server->on('workerStart', function ($server, int $id) {{
                Counted::$own = Counted::$counts[$id];
                Counted::$own->set(0);
            }});
            $GLOBALS['pool'] = new Tern\\Pool(fn () => new Counted('mysql:host=127.0.0.1;port={port}', 'capped', ''), size: 3,
                cap: 4, timeout: 20.0);""".replace("\\\\", "\\"))
        server = self.run_script(script, php=WORLD.packages.php("pdo_mysql"), env=WORLD.packages.environment())
        server.wait_workers(4)
        seen = {}  # the sessions of each worker

        def load():
            clients = [server.client() for _ in range(24)]
            for _ in range(10):
                for client in clients:
                    client.send(request())
                for client in clients:
                    answer = client.response()
                    self.assertEqual(answer.status, 200, server.output())
                    pid, session, sessions = map(int, answer.text.split())
                    seen.setdefault(pid, set()).add(session)
                    self.assertLessEqual(sessions, 4)
            for client in clients:
                client.close()

        load()
        self.assertGreater(len(seen), 1)
        server.expected_signs.add("ended by signal 9")
        killed = next(iter(seen))
        os.kill(killed, signal.SIGKILL)
        server.wait_workers(4)
        # The database counts sessions until it has noticed.
        self.in_pool("pdo_mysql", f"""$pool->use(fn ($db) => await(fn () => !(int) $kind->ask($db,
            'SELECT COUNT(*) FROM information_schema.processlist WHERE id IN ({', '.join(map(str, seen[killed]))})')));""")
        load()


class PublishedTest(PoolTestCase):
    """The pools that programs know: Swoole\\Database."""

    PDO = """
        $config = (new Swoole\\Database\\PDOConfig())->withDriver(DRIVER)->withHost('127.0.0.1')->withPort(PORT)
            ->withDbname(NAME)->withUsername('tern')->withPassword('');
        $pool = new Swoole\\Database\\PDOPool($config, 2);
        $db = $pool->get();
        echo get_debug_type($db), "\\n";
        $db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_NUM);
        $statement = $db->prepare('SELECT ? + 1');
        $value = 1;
        $statement->bindValue(1, 0);
        $statement->bindParam(1, $value, PDO::PARAM_INT);
        $statement->bindColumn(1, $column);
        $statement->setFetchMode(PDO::FETCH_NUM);
        $kill = fn () => $kind->kill($kind->id($db));
        $kill();
        $value = 4;
        $statement->execute();
        echo json_encode(array_map(intval(...), $statement->fetch())), $db->getRound(), "\\n";
        $kill();
        echo count($db->query('SELECT 7, 8')->fetch()), $db->getRound(), "\\n";
        $db->beginTransaction();
        $kill();
        foreach ([1, 2] as $_) {
            try {
                echo count($db->query('SELECT 7')->fetch()), $db->getRound(), "\\n";
            } catch (PDOException $e) {
                echo Swoole\\Database\\DetectsLostConnections::causedByLostConnection($e) ? 'lost' : $e->getMessage(), "\\n";
            }
        }
        try { $db->query('nonsense'); } catch (PDOException $e) { echo "error ", $db->getRound(), "\\n"; }
        foreach ($db->query('SELECT 3') as $row) { echo $row[0], "\\n"; }
        $pool->put($db);
        echo $pool->get() === $db ? 'same' : 'another', "\\n";
        $left = WeakReference::create($statement);
        unset($statement);
        echo $left->get() === null ? 'freed' : 'left', "\\n";
        """

    def pdo(self, kind, driver, name):
        port = WORLD.at(KINDS[kind])[KINDS[kind]]
        code = self.PDO.replace("DRIVER", f"'{driver}'").replace("PORT", str(port)).replace("NAME", f"'{name}'")
        printed = self.in_pool(kind, code)
        self.assertEqual(printed, "Swoole\\Database\\PDOProxy\n[5]1\n22\nlost\n13\nerror 3\n3\nsame\nfreed\n")

    def test_pdo_mysql(self):
        self.pdo("pdo_mysql", "mysql", "test")

    def test_pdo_pgsql(self):
        self.pdo("pdo_pgsql", "pgsql", "postgres")

    def test_mysqli(self):
        printed = self.in_pool("mysqli", f"""
            $config = (new Swoole\\Database\\MysqliConfig())->withPort({WORLD.at("mariadb")["mariadb"]})->withUsername('tern')
                ->withPassword('');
            foreach ([MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT, MYSQLI_REPORT_OFF] as $mode) {{
                mysqli_report($mode);
                $pool = new Swoole\\Database\\MysqliPool($config, 2);
                $db = $pool->get();
                $statement = $db->prepare('SELECT ? + 1');
                $value = 1;
                $statement->bind_param('i', $value);
                $kill = fn () => $kind->kill($kind->id($db));
                $kill();
                $value = 4;
                @$statement->execute();
                $statement->bind_result($answer);
                $statement->fetch();
                echo $answer, $db->getRound(), ' ';
                $statement->close();
                $left = WeakReference::create($statement);
                unset($statement);
                echo $left->get() === null ? 'freed ' : 'left ';
                $kill();
                echo @$db->query('SELECT 7')->fetch_row()[0], $db->getRound(), ' ';
                $db->begin_transaction();
                $kill();
                try {{ echo json_encode(@$db->query('SELECT 7')); }} catch (mysqli_sql_exception) {{ echo 'lost'; }}
                echo $db->query('SELECT 7')->fetch_row()[0], $db->getRound(), "\\n";
            }}""")
        self.assertEqual(printed, "51 freed 72 lost73\n51 freed 72 false73\n")

    def test_redis(self):
        printed = self.in_pool("redis", f"""
            $config = (new Swoole\\Database\\RedisConfig())->withHost('127.0.0.1')->withPort({WORLD.at("redis")["redis"]})
                ->withAuth('')->withDbIndex(3)->withTimeout(1);
            $pool = new Swoole\\Database\\RedisPool($config, 1);
            $redis = $pool->get();
            echo $redis->getDBNum(), ' ', json_encode($pool->get(0.001)), "\\n";
            $pool->put($redis);
            echo $pool->get() === $redis ? 'same' : 'another', "\\n";""")
        self.assertEqual(printed, "3 false\nsame\n")


for _kind in KINDS:
    setattr(LostTest, f"test_killed_{_kind}", lambda self, kind=_kind: self.replaced(kind))


if __name__ == "__main__":
    unittest.main()
