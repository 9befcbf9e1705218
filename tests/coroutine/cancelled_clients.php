<?php
// The clients that cancelled.php talks with, and their conversations. What fails throws; an answer to another question is a
// WrongAnswer.
require __DIR__ . '/../support/mysql.php';
require __DIR__ . '/pool.php';

/** What was asked and what came. */
function same(mixed $wanted, mixed $found): void
{
    if ($found === false || $found === null) {
        throw new RuntimeException('failed');
    }
    $wanted === $found || throw new WrongAnswer(json_encode([$wanted, $found]));
}

final class WrongAnswer extends Error
{
}

/** A conversation of each kind of client; ask() is one whose answer is sure. */
abstract class Client
{
    public mixed $db = null;
    public mixed $statement = null;
    private int $marks = 0;

    public function __construct(protected int $port, protected bool $persistent)
    {
    }

    abstract public function connect(): void;
    abstract public function talk(): void;
    abstract public function ask(string $text): mixed;
    /** With the statement that was prepared before. */
    public function askPrepared(string $text): mixed
    {
        return null;
    }

    public function check(): void
    {
        $text = 'mark ' . ++$this->marks;
        same($text, $this->ask($text));
    }

    public function close(): void
    {
        $this->statement = null;
        $this->db = null;
    }
}

abstract class PdoClient extends Client
{
    protected array $options = [];

    protected function open(string $dsn): void
    {
        $this->db = new PDO($dsn, 'tern', '', $this->options + [PDO::ATTR_PERSISTENT => $this->persistent, PDO::ATTR_EMULATE_PREPARES => false]);
    }

    public function talk(): void
    {
        $this->check();
        $this->statement = $this->db->prepare('SELECT ?');
        same('prepared 1', $this->askPrepared('prepared 1'));
        same('prepared 2', $this->askPrepared('prepared 2'));
        $this->db->beginTransaction();
        same('in it', $this->ask('in it'));
        $this->db->commit();
        $this->db->beginTransaction();
        $this->check();
        $this->db->rollBack();
        same(['1 row', '2 row', '3 row'], $this->rows());
        $this->check();
    }

    abstract protected function rows(): array;

    public function ask(string $text): mixed
    {
        $result = $this->db->query("SELECT '$text'");
        return $result === false ? false : $result->fetchColumn();
    }

    public function askPrepared(string $text): mixed
    {
        return $this->statement->execute([$text]) ? $this->statement->fetchColumn() : false;
    }
}

class PdoMysql extends PdoClient
{
    public function connect(): void
    {
        $this->open("mysql:host=127.0.0.1;port=$this->port;dbname=test;charset=utf8mb4");
    }

    protected function rows(): array
    {
        $this->db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), false);
        $result = $this->db->query("SELECT '1 row' UNION ALL SELECT '2 row' UNION ALL SELECT '3 row'");
        $rows = [];
        foreach ($result as $row) {
            $rows[] = $row[0];
        }
        $this->db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), true);
        return $rows;
    }
}

final class PdoMysqlEmulated extends PdoMysql
{
    protected array $options = [PDO::ATTR_EMULATE_PREPARES => true];
}

final class PdoPgsql extends PdoClient
{
    public function connect(): void
    {
        $this->open("pgsql:host=127.0.0.1;port=$this->port;dbname=postgres;user=tern");
    }

    protected function rows(): array
    {
        $this->db->beginTransaction();
        $cursor = $this->db->prepare("SELECT n || ' row' FROM generate_series(1, 3) AS s(n)", [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $cursor->execute();
        $rows = [];
        while (($row = $cursor->fetchColumn()) !== false) {
            $rows[] = $row;
        }
        $cursor = null;
        $this->db->commit();
        return $rows;
    }

}

final class Mysqli_ extends Client
{
    public function connect(): void
    {
        mysqli_report(MYSQLI_REPORT_OFF);
        $db = mysqli_init();
        $db->real_connect(($this->persistent ? 'p:' : '') . '127.0.0.1', 'tern', '', 'test', $this->port) || throw new RuntimeException('failed');
        $this->db = $db;
        $db->set_charset('utf8mb4');
    }

    public function talk(): void
    {
        $this->check();
        $this->statement = $this->db->prepare('SELECT ?') ?: throw new RuntimeException('failed');
        same('prepared 1', $this->askPrepared('prepared 1'));
        same('prepared 2', $this->askPrepared('prepared 2'));
        $this->db->begin_transaction();
        $this->check();
        $this->db->commit();
        $this->db->multi_query("SELECT 'one'; SELECT 'two'") || throw new RuntimeException('failed');
        foreach (['one', 'two'] as $text) {
            $result = $this->db->use_result() ?: throw new RuntimeException('failed');
            same($text, $result->fetch_row()[0] ?? null);
            $result->free();
            $text === 'two' || $this->db->next_result() || throw new RuntimeException('failed');
        }
        $this->check();
    }

    public function ask(string $text): mixed
    {
        $result = $this->db->query("SELECT '$text'");
        return is_bool($result) ? false : ($result->fetch_row()[0] ?? null);
    }

    public function askPrepared(string $text): mixed
    {
        if (!$this->statement->execute([$text])) {
            return false;
        }
        $result = $this->statement->get_result();
        return $result === false ? false : $result->fetch_row()[0] ?? null;
    }
}

final class Pgsql extends Client
{
    public function connect(): void
    {
        $connect = $this->persistent ? 'pg_pconnect' : 'pg_connect';
        $this->db = $connect("host=127.0.0.1 port=$this->port dbname=postgres user=tern", $this->persistent ? 0 : PGSQL_CONNECT_FORCE_NEW)
            ?: throw new RuntimeException('failed');
    }

    public function talk(): void
    {
        $this->check();
        pg_prepare($this->db, 'mine', 'SELECT $1::text') ?: throw new RuntimeException('failed');
        $this->statement = true;
        same('prepared 1', $this->askPrepared('prepared 1'));
        same('params', pg_fetch_result(pg_query_params($this->db, 'SELECT $1::text', ['params']) ?: throw new RuntimeException('failed'), 0, 0));
        pg_query($this->db, 'BEGIN') ?: throw new RuntimeException('failed');
        $this->check();
        pg_query($this->db, 'COMMIT') ?: throw new RuntimeException('failed');
        pg_send_query($this->db, "SELECT 'one'; SELECT 'two'") ?: throw new RuntimeException('failed');
        foreach (['one', 'two'] as $text) {
            $result = pg_get_result($this->db) ?: throw new RuntimeException('failed');
            same($text, pg_fetch_result($result, 0, 0));
        }
        $this->check();
    }

    public function ask(string $text): mixed
    {
        $result = pg_query($this->db, "SELECT '$text'");
        return $result === false ? false : pg_fetch_result($result, 0, 0);
    }

    public function askPrepared(string $text): mixed
    {
        $result = pg_execute($this->db, 'mine', [$text]);
        return $result === false ? false : pg_fetch_result($result, 0, 0);
    }
}

final class PhpRedis extends Client
{
    public function connect(): void
    {
        $db = new Redis();
        ($this->persistent ? $db->pconnect('127.0.0.1', $this->port) : $db->connect('127.0.0.1', $this->port)) || throw new RuntimeException('failed');
        $db->setOption(Redis::OPT_MAX_RETRIES, 0);  // it would wait on a new connection for an answer to the former
        $this->db = $db;
        $db->select(2);
    }

    public function talk(): void
    {
        $this->check();
        $this->db->set('key', 'value of key');
        same('value of key', $this->db->get('key'));
        same([true, 'a', 'b'], self::whole($this->db->pipeline()->set('p', 'a')->echo('a')->echo('b')->exec()));
        same([true, 'c'], self::whole($this->db->multi()->set('p', 'a')->echo('c')->exec()));
        $this->check();
    }

    /** phpredis 6 gives false in the place of each answer that did not come. */
    private static function whole(mixed $answers): mixed
    {
        return in_array(false, (array) $answers, true) ? throw new RuntimeException('failed') : $answers;
    }

    public function ask(string $text): mixed
    {
        $answer = $this->db->echo($text);
        return is_object($answer) ? false : $answer;  // still in a pipeline or a transaction
    }
}

/** Tern's own clients. */
final class Own extends Client
{
    private Kind $kind;
    public string $name;

    public function connect(): void
    {
        $server = ['client_mysql' => 'mariadb', 'client_pgsql' => 'postgres', 'client_redis' => 'redis'][$this->name];
        $this->kind = new Kind($this->name, [$server => $this->port]);
        $this->db = $this->kind->connect();
        $this->db->connected ?? true ?: throw new RuntimeException('failed');
    }

    public function talk(): void
    {
        $this->check();
        $this->check();
    }

    public function ask(string $text): mixed
    {
        return $this->kind->ask($this->db, $this->name === 'client_redis' ? 'ECHO ' . strtr($text, ' ', '-') : "SELECT '$text'");
    }

    public function check(): void
    {
        static $marks = 0;
        $text = 'mark-' . ++$marks;
        same($text, $this->ask($text));
    }
}

function client(string $kind, int $port, bool $persistent): Client
{
    $classes = ['pdo_mysql' => PdoMysql::class, 'pdo_mysql_emulated' => PdoMysqlEmulated::class, 'mysqli' => Mysqli_::class,
        'pdo_pgsql' => PdoPgsql::class, 'pgsql' => Pgsql::class, 'redis' => PhpRedis::class];
    $class = $classes[$kind] ?? Own::class;
    $client = new $class($port, $persistent);
    if ($client instanceof Own) {
        $client->name = $kind;
    }
    return $client;
}
