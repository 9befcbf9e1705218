"""Tern\\Pool in servers: workers that end, transactions, limits, and the published pools."""
import os
import signal
import unittest

from harness import http_script, request
from pool_case import KINDS, WORLD, PoolTestCase


def setUpModule():
    WORLD.open()


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


if __name__ == "__main__":
    unittest.main()
