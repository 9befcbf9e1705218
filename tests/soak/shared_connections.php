<?php
// shared_connections.php: requests that share few connections to a database, for shared_connections.py. Each has a number, which it
// leaves everywhere in its session: it must find no other one there, and its own one after each wait.

require __DIR__ . '/../support/server.php';
require __DIR__ . '/../support/mysql.php';

final class MixedUp extends Exception
{
}

abstract class Work
{
    public const OPTIONS = [];
    /** @var PDO[] objects that the worker keeps, and that no request uses now */
    public static array $kept = [];
    private static bool $has_pinned = false;

    abstract public static function connect(bool $is_kept): PDO;

    /** @return mixed the session's own values: null, if it is new */
    abstract protected function found(): ?string;

    /** @return string[] what leaves the number in a session */
    abstract protected function marks(): array;

    abstract protected function read(): array;

    public function __construct(protected readonly int $number, protected ?PDO $db)
    {
    }

    protected function rows(string $query): array
    {
        return $this->db->query($query)->fetchAll(PDO::FETCH_NUM);
    }

    protected function same(mixed $expected, mixed $found, string $what): void
    {
        if ($expected !== $found) {
            throw new MixedUp("$what: " . json_encode($found) . ' instead of ' . json_encode($expected));
        }
    }

    // With an object of its own, which ends with it.
    public function run(): void
    {
        $this->same(null, $this->found(), 'a new session');
        foreach ($this->marks() as $mark) {
            $this->db->exec($mark);
        }
        $this->look();
        $this->rows(static::SLEEP);
        $this->look();
        if ($this->number % 3 === 0) {  // others leave all to the pool
            $this->db->exec('ROLLBACK');
        }
        $this->db = null;
    }

    private function look(): void
    {
        $this->same(array_fill(0, 3, (string) $this->number), array_map(strval(...), $this->read()), 'its own session');
    }

    // With an object that the worker keeps for many requests. The first one has something in its session, so it keeps its connection.
    public static function with_kept(int $number): void
    {
        $db = array_pop(self::$kept);
        if ($db === null) {
            $db = static::connect(true);
            if (!self::$has_pinned) {
                self::$has_pinned = true;
                $db->exec(static::PIN);
            }
        }
        (new static($number, $db))->use_kept();
        self::$kept[] = $db;  // one that has failed is not used again
    }

    abstract protected function use_kept(): void;
}

final class MysqlWork extends Work
{
    protected const SLEEP = 'SELECT SLEEP(0.002)';
    protected const PIN = 'SET @pinned = 1';

    public static function connect(bool $is_kept): PDO
    {
        $options = [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_TIMEOUT => 10];
        if ($is_kept) {
            $options[mysql_attribute('INIT_COMMAND')] = "SET time_zone = '+03:00', sql_mode = 'ANSI_QUOTES'";
        }
        return new PDO('mysql:host=127.0.0.1;dbname=test;charset=utf8mb4;port=' . given('port'), 'root', '', $options);
    }

    protected function found(): ?string
    {
        return $this->rows("SELECT CONCAT_WS(' ', @mine, NULLIF(@@in_transaction, 0), NULLIF(@@time_zone, 'SYSTEM'), NULLIF(DATABASE(), 'test'), NULLIF(@@autocommit, 1))")[0][0] ?: null;
    }

    protected function marks(): array
    {
        return ["SET @mine = $this->number", "SET time_zone = '+05:00'", 'CREATE TEMPORARY TABLE mine (n INT)', "INSERT INTO mine VALUES ($this->number)", 'USE other',
            'BEGIN'];
    }

    protected function read(): array
    {
        return $this->rows("SELECT @mine, n, $this->number FROM test.mine")[0];
    }

    protected function use_kept(): void
    {
        $statement = $this->db->prepare('SELECT @@time_zone, @@sql_mode, ?, SLEEP(0.001)');
        $statement->execute([$this->number]);
        [$zone, $mode, $number] = $statement->fetch(PDO::FETCH_NUM);
        $this->same(['+03:00', 'ANSI_QUOTES', (string) $this->number], [$zone, $mode, (string) $number], 'the settings of a kept object');
        $this->db->beginTransaction();
        $this->db->exec("INSERT INTO test.seen VALUES ($this->number)");
        $this->same(1, $this->db->exec("DELETE FROM test.seen WHERE n = $this->number"), 'its own row');
        $this->db->commit();
    }
}

final class PgsqlWork extends Work
{
    protected const SLEEP = 'SELECT pg_sleep(0.002)';
    protected const PIN = 'CREATE TEMPORARY TABLE pinned (n INT)';

    public static function connect(bool $is_kept): PDO
    {
        $db = new PDO('pgsql:host=127.0.0.1 dbname=postgres user=tern port=' . given('port'));
        $is_kept && $db->exec("SET TimeZone = 'Asia/Tokyo'");
        return $db;
    }

    protected function found(): ?string
    {
        return $this->rows("SELECT concat_ws(' ', nullif(current_setting('application_name'), ''), (SELECT name FROM pg_prepared_statements WHERE name = 'mine'), CASE WHEN current_setting('TimeZone') = 'Asia/Tokyo' THEN 'zone' END)")[0][0] ?: null;
    }

    protected function marks(): array
    {
        // A temporary table would end the connection.
        return ["SET application_name = '$this->number'", "SET TimeZone = 'Asia/Tokyo'", "PREPARE mine AS SELECT $this->number",
            "SELECT pg_advisory_lock($this->number)", 'BEGIN'];
    }

    protected function read(): array
    {
        return [...$this->rows("SELECT current_setting('application_name'), $this->number")[0], $this->rows('EXECUTE mine')[0][0]];
    }

    protected function use_kept(): void
    {
        $statement = $this->db->prepare("SELECT current_setting('TimeZone'), ?::int, pg_sleep(0.001)");
        $statement->execute([$this->number]);
        [$zone, $number] = $statement->fetch(PDO::FETCH_NUM);
        $this->same(['Asia/Tokyo', $this->number], [$zone, (int) $number], 'the settings of a kept object');
        unset($statement);
        $this->db->beginTransaction();
        $this->db->exec("INSERT INTO seen VALUES ($this->number)");
        $this->same(1, $this->db->exec("DELETE FROM seen WHERE n = $this->number"), 'its own row');
        $this->db->commit();
    }
}

const WORK = ['mysql' => MysqlWork::class, 'pgsql' => PgsqlWork::class];

// Of all workers.
function report(): array
{
    $report = ['kept' => count(Work::$kept)];
    foreach (Tern\Metrics::collect() as $name => $family) {
        if (str_starts_with($name, 'tern_pool') || str_starts_with($name, 'tern_db_connections')) {
            foreach ($family['samples'] as $sample) {
                $key = $name . ($sample['labels']['reason'] ?? '');
                $report[$key] = ($report[$key] ?? 0) + $sample['value'];
            }
        }
    }
    return $report;
}

$server = http_server();
$server->on('request', function ($request, $response) {
    if ($request->server['path_info'] === '/report') {
        return $response->end(json_encode(report()));
    }
    $work = WORK[given('database')];
    $number = (int) $request->get['number'];
    try {
        isset($request->get['kept']) ? $work::with_kept($number) : (new $work($number, $work::connect(false)))->run();
        $response->end((string) $number);
    } catch (MixedUp $error) {
        $response->status(500);
        $response->end('mixed up: ' . $error->getMessage());
    } catch (PDOException $error) {
        $response->status(503);
        $response->end($error->getMessage());
    }
});
run();
