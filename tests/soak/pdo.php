<?php
// 100,000 PDO queries over 200 coroutines, with random cancellation and connections that the server kills. Each answer is
// the right one or an error; afterwards no coroutine, no descriptor and no memory is left.
// Usage: php pdo.php PORT [QUERIES [COROUTINES [SEED]]]. Run by pdo.py with the sanitized build.
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;

require __DIR__ . '/../support/mysql.php';

final class Soak
{
    public int $done = 0;
    public array $count = ['right' => 0, 'canceled' => 0, 'failed' => 0, 'killed' => 0];
    private array $live = [];       // coroutine => the id of its connection
    private bool $harass = true;
    private int $next = 0;

    public function __construct(private int $port, private int $wanted, private int $coroutines)
    {
    }

    private function connect(): PDO
    {
        return new PDO("mysql:host=127.0.0.1;port=$this->port", 'tern', '', [
            PDO::ATTR_EMULATE_PREPARES => mt_rand(0, 1) === 1,
            mysql_attribute('USE_BUFFERED_QUERY') => mt_rand(0, 3) !== 0,
        ]);
    }

    /**
     * One query of a random kind: what it should give and what it gave. The columns have names of their own, because
     * mysqlnd keeps every name that it ever saw.
     */
    private function query(PDO $db): array
    {
        $number = ++$this->next;
        switch (mt_rand(0, 5)) {
            case 0: case 1: return ["$number", (string) $db->query("SELECT $number AS answer")->fetchColumn()];
            case 2:
                $statement = $db->prepare('SELECT ? + 1 AS answer');
                $statement->execute([$number]);
                return [$number + 1, (int) $statement->fetchColumn()];
            case 3: return ['0', (string) $db->query('SELECT SLEEP(0.00' . mt_rand(1, 9) . ') AS answer')->fetchColumn()];
            case 4: return [str_repeat("$number ", 5000), $db->query("SELECT REPEAT('$number ', 5000) AS answer")->fetchColumn()];
            case 5:
                $rows = $db->query("WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 50) "
                    . "SELECT i, $number AS answer FROM n")->fetchAll(PDO::FETCH_NUM);
                return [[50, $number], [count($rows), (int) $rows[49][1]]];
        }
    }

    /** Queries on one connection until one fails or the work is done. */
    private function session(): void
    {
        $db = $this->connect();
        $this->live[Coroutine::getCid()] = (int) $db->query('SELECT CONNECTION_ID()')->fetchColumn();
        while ($this->done < $this->wanted) {
            ++$this->done;
            [$wanted, $found] = $this->query($db);
            if ($wanted !== $found) {
                throw new Error('wrong answer: ' . json_encode([$wanted, $found]));
            }
            ++$this->count['right'];
        }
    }

    private function work(): void
    {
        $id = Coroutine::getCid();
        while ($this->done < $this->wanted) {
            $this->live[$id] = 0;
            try {
                $this->session();
            } catch (CanceledException) {
                ++$this->count['canceled'];
            } catch (PDOException $error) {  // PDO's own comes on top of what was thrown during the wait
                ++$this->count[$error->getPrevious() instanceof CanceledException ? 'canceled' : 'failed'];
            }
        }
        unset($this->live[$id]);
    }

    private function harass(Closure $what): void
    {
        go(function () use ($what) {
            while ($this->harass) {
                usleep(1000);
                for ($i = mt_rand(0, 30); $i > 0 && $this->live !== []; --$i) {
                    $what(array_rand($this->live));
                }
            }
        });
    }

    public function run(): void
    {
        for ($i = 0; $i < $this->coroutines; ++$i) {
            go($this->work(...));
        }
        $keeper = $this->connect();
        $this->harass(fn(int $id) => Coroutine::cancel($id, mt_rand(0, 1) === 1));
        $this->harass(function (int $id) use ($keeper) {
            try {
                $this->live[$id] === 0 || $keeper->exec('KILL CONNECTION ' . $this->live[$id]) || ++$this->count['killed'];
            } catch (PDOException) {  // it was gone already
            }
        });
        while ($this->live !== []) {
            usleep(1000);
        }
        $this->harass = false;
        while (Coroutine::stats()['coroutine_num'] > 1) {
            usleep(1000);
        }
    }
}

function descriptors(): int
{
    return count(scandir('/proc/self/fd'));
}

$port = (int) $argv[1];
$queries = (int) ($argv[2] ?? 100_000);
$coroutines = (int) ($argv[3] ?? 200);
mt_srand($seed = (int) ($argv[4] ?? 1));
Coroutine\run(function () use ($port, $queries, $coroutines, $seed) {
    $round = function (int $queries) use ($port, $coroutines): array {
        $soak = new Soak($port, $queries, $coroutines);
        $soak->run();
        return $soak->count;
    };
    $round(intdiv($queries, 10));
    gc_collect_cycles();
    [$memory, $descriptors, $start] = [memory_get_usage(), descriptors(), microtime(true)];
    $count = $round($queries);
    gc_collect_cycles();
    printf(
        "%d queries over %d coroutines, seed %d: %s; %.1f s\n",
        $queries,
        $coroutines,
        $seed,
        str_replace(['"', '{', '}', ','], ['', '', '', ', '], json_encode($count)),
        microtime(true) - $start,
    );
    $grown = memory_get_usage() - $memory;
    $left = descriptors() - $descriptors;
    printf("left: %d bytes, %d descriptors, %d coroutines\n", $grown, $left, Coroutine::stats()['coroutine_num'] - 1);
    if ($grown > 64 << 10 || $left !== 0 || array_sum($count) - $count['killed'] < $queries || min($count) === 0) {
        exit(1);
    }
});
