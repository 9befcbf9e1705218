<?php
// 1000 coroutines on a pool of 10 for a minute, with random exceptions, cancellations, connections that are forgotten and
// connections that the server kills. Everyone leaves the session dirty and finds it clean; in the end each connection is
// accounted for. Usage: php pool.php KIND PORT [SECONDS [COROUTINES [SEED]]]. Run by pool.py.
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Tern\Database;
use Tern\Pool;

require __DIR__ . '/../coroutine/pool.php';

final class Mischief extends Exception
{
}

final class Soak
{
    private const LOOK = [
        'pdo_mysql' => "SELECT CONCAT_WS(' ', @@in_transaction, @mine, @@time_zone, IS_USED_LOCK(CONCAT('mine', CONNECTION_ID())))",
        'pdo_pgsql' => "SELECT concat_ws(' ', current_setting('statement_timeout'), "
            . "to_regclass('mine'), (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()))",
    ];
    private const CLEAN = ['pdo_mysql' => '0 SYSTEM', 'pdo_pgsql' => '0 0'];
    private const DIRTY = [
        'pdo_mysql' => ['BEGIN', 'SET @mine = 1', "SET time_zone = '+03:00'", 'CREATE TEMPORARY TABLE mine (n INT)',
            "DO GET_LOCK(CONCAT('mine', CONNECTION_ID()), 0)", 'SET autocommit = 0', 'LOCK TABLES t WRITE', "SET NAMES latin1"],
        'pdo_pgsql' => ['BEGIN', 'SET statement_timeout = 77777', 'CREATE TEMPORARY TABLE mine (n INT)', 'SELECT pg_advisory_lock(pg_backend_pid())',
            'PREPARE mine AS SELECT 1', 'BEGIN; INSERT INTO t VALUES (1)', 'LISTEN mine'],
    ];

    public array $count = ['clean' => 0, 'thrown' => 0, 'canceled' => 0, 'lost' => 0, 'forgotten' => 0, 'killed' => 0];
    public array $wrong = [];
    private Pool $pool;
    private int $working = 0;
    /** @var array<int, int> coroutines that may be cancelled */
    private array $live = [];

    public function __construct(private Kind $kind, private float $end)
    {
        $this->pool = new Pool($kind->connect(...), size: 10, timeout: 60.0, maxLifetime: 5.0, checkAfter: 0.5);
    }

    private function work(PDO $db): void
    {
        $name = $this->kind->name;
        $found = $db->inTransaction() ? 'in a transaction' : (string) $db->query(self::LOOK[$name])->fetchColumn();
        if ($found !== self::CLEAN[$name]) {
            $this->wrong[] = "dirty: $found";
        }
        ++$this->count['clean'];
        foreach ((array) array_rand(self::DIRTY[$name], mt_rand(1, 3)) as $what) {
            $db->exec(self::DIRTY[$name][$what]);
        }
        mt_rand(0, 19) > 0 || throw new Mischief();
    }

    private function borrow(): void
    {
        if (mt_rand(0, 3) > 0) {
            $this->pool->use($this->work(...));
            return;
        }
        $db = $this->pool->get();
        ++$this->count['forgotten'];  // until put()
        $this->work($db);
        mt_rand(0, 9) > 0 || throw new Mischief();
        --$this->count['forgotten'];
        $this->pool->put($db);
    }

    private function once(): void
    {
        try {
            $this->borrow();
        } catch (Mischief) {
            ++$this->count['thrown'];
        } catch (CanceledException) {
            ++$this->count['canceled'];
        } catch (Throwable $error) {
            $canceled = $error->getPrevious() instanceof CanceledException || Coroutine::isCanceled();
            if (!$canceled && !Database::isConnectionLost($error)) {
                $this->wrong[] = $error::class . ': ' . $error->getMessage();
            }
            ++$this->count[$canceled ? 'canceled' : 'lost'];
        }
    }

    /** One after the other: what one forgets comes back when it ends. */
    private function line(): void
    {
        while (hrtime(true) / 1e9 < $this->end && $this->wrong === []) {
            $done = new Coroutine\Channel(1);
            go(function () use ($done) {
                $this->live[$id = Coroutine::getCid()] = $id;
                $this->once();
                unset($this->live[$id]);
                $done->push(true);
            });
            $done->pop();
        }
        --$this->working;
    }

    private function harass(float $pause, Closure $what): void
    {
        go(function () use ($pause, $what) {
            while ($this->working > 0) {
                $what();
                Coroutine::sleep($pause * (0.5 + mt_rand() / mt_getrandmax()));
            }
        });
    }

    public function run(int $coroutines): array
    {
        $this->kind->connect()->exec('CREATE TABLE IF NOT EXISTS t (n INT)');
        $this->working = $coroutines;
        for ($i = 0; $i < $coroutines; ++$i) {
            go($this->line(...));
        }
        $this->harass(0.002, fn() => $this->live === [] || Coroutine::cancel(array_rand($this->live), mt_rand(0, 1) === 1));
        $keeper = $this->kind->connect();
        $this->harass(0.05, function () use ($keeper) {
            $ids = $this->sessions($keeper);
            if ($ids === []) {
                return;
            }
            $id = $ids[array_rand($ids)];
            try {
                $keeper->exec($this->kind->name === 'pdo_mysql' ? "KILL CONNECTION $id" : "SELECT pg_terminate_backend($id)");
                ++$this->count['killed'];
            } catch (PDOException) {  // it was gone already
            }
        });
        await(fn() => $this->working === 0, 'the end of all work', $this->end - hrtime(true) / 1e9 + 60);
        await(fn() => $this->pool->stats()['idle'] === $this->pool->stats()['size'], 'all to come back');
        unset($keeper);
        $last = $this->kind->connect();
        await(fn() => count($this->sessions($last)) === $this->pool->stats()['size'], 'sessions to end');
        return $this->pool->stats();
    }

    /** @return int[] all but the one that asks */
    private function sessions(PDO $keeper): array
    {
        $query = $this->kind->name === 'pdo_mysql'
            ? "SELECT id FROM information_schema.processlist WHERE user = 'tern' AND id <> CONNECTION_ID()"
            : "SELECT pid FROM pg_stat_activity WHERE usename = 'tern' AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
        return $keeper->query($query)->fetchAll(PDO::FETCH_COLUMN);
    }
}

[, $name, $port] = $argv;
$seconds = (float) ($argv[3] ?? 60);
$coroutines = (int) ($argv[4] ?? 1000);
mt_srand($seed = (int) ($argv[5] ?? 1));
ini_set('zend.exception_ignore_args', 'On');
error_reporting(E_ALL & ~E_WARNING & ~E_USER_WARNING);
Coroutine\run(function () use ($name, $port, $seconds, $coroutines, $seed) {
    $soak = new Soak(new Kind($name, ['mariadb' => $port, 'postgres' => $port]), hrtime(true) / 1e9 + $seconds);
    $stats = $soak->run($coroutines);
    printf("%s, %d coroutines, %.0f s, seed %d: %s\n", $name, $coroutines, $seconds, $seed, json_encode($soak->count));
    echo json_encode($stats), "\n", implode("\n", array_slice($soak->wrong, 0, 5)), "\n";
    $accounted = $stats['created'] - array_sum($stats['closed']) === $stats['size'] && $stats['in_use'] + $stats['waiting'] === 0;
    exit($soak->wrong === [] && $accounted && $stats['leaks'] === $soak->count['forgotten'] && min($soak->count) > 0 ? 0 : 1);
});
