<?php
// programs.php: random programs of statements, for programs_test.py. A seed makes always the same program. What it sees must not
// depend on where its connection comes from.

require __DIR__ . '/../support/server.php';
require __DIR__ . '/actions.php';

// What one step of a program does with the connection returns what the program sees.
final class Program
{
    private const MODES = ["''", "'ANSI_QUOTES'", "'PIPES_AS_CONCAT'", "'NO_BACKSLASH_ESCAPES'", "'STRICT_ALL_TABLES'", "'NO_ZERO_DATE,ANSI'"];
    private const CHARSETS = ['latin1', 'utf8mb4', 'utf8mb3', 'ascii', 'utf8mb4 COLLATE utf8mb4_bin', 'latin1 COLLATE latin1_german2_ci'];
    private const VARIABLES = ['time_zone', 'sql_mode', 'autocommit', 'character_set_client', 'collation_connection', 'tx_isolation', 'foreign_key_checks',
        'sql_select_limit', 'group_concat_max_len', 'max_statement_time', 'lc_time_names', 'sql_auto_is_null', 'tx_read_only', 'in_transaction',
        'wait_timeout', 'default_storage_engine', 'div_precision_increment', 'character_set_results', 'warning_count', 'error_count'];
    private const WRONG = ['SELEC 1', 'SELECT * FROM nowhere', 'INSERT INTO t (id) VALUES (1), (1)', 'SELECT 1 / 0', "SELECT CAST('x' AS INT)",
        'DROP TABLE IF EXISTS nowhere', 'SELECT nothing FROM t', 'CALL nothing()'];

    private PDO|mysqli $db;
    private array $kept = [];
    private bool $is_kept = false;

    public function __construct(private readonly string $kind, int $seed)
    {
        mt_srand($seed);
        $this->db = $this->connect();
    }

    private function connect(): PDO|mysqli
    {
        if ($this->kind === 'mysqli') {
            return connect('mysqli');
        }
        return connect('pdo', array_filter([
            PDO::ATTR_EMULATE_PREPARES => mt_rand(0, 1) === 1,
            PDO::ATTR_AUTOCOMMIT => mt_rand(0, 3) > 0,
            mysql_attribute('FOUND_ROWS') => mt_rand(0, 3) === 0,
            mysql_attribute('INIT_COMMAND') => ['', "SET @init = 1, time_zone = '+02:00'"][mt_rand(0, 1)],
        ], fn($value) => $value !== ''));
    }

    public function run(): array
    {
        $seen = $this->steps(self::STEPS, mt_rand(5, 20));
        if (mt_rand(0, 2) === 0) {
            unset($this->db);
        }
        return $seen;
    }

    // Of a program that lasts for many requests: without what tells about the last statement, which may be one of an earlier request.
    public function part(int $seed): array
    {
        mt_srand($seed);
        $this->is_kept = true;
        return $this->steps(array_values(array_diff(self::STEPS, self::BACKWARD)), mt_rand(2, 6));
    }

    private function steps(array $steps, int $count): array
    {
        $seen = [];
        for (; $count > 0; --$count) {
            $step = $steps[mt_rand(0, count($steps) - 1)];
            try {
                $seen[] = [$step, $this->$step()];
            } catch (PDOException | mysqli_sql_exception $error) {
                $seen[] = [$step, preg_replace('/\(\d+\)/', '', $error->getMessage())];
            }
        }
        return $seen;
    }

    private const BACKWARD = ['ids', 'warnings', 'sequence', 'state'];

    private const STEPS = ['insert', 'insert', 'select', 'update', 'delete', 'variable', 'variables', 'mode', 'zone', 'begin', 'commit', 'rollback', 'savepoint',
        'autocommit', 'temporary', 'temporaryRows', 'prepared', 'preparedAgain', 'lock', 'freeLock', 'tableLock', 'unlock', 'names', 'text', 'use',
        'wrong', 'ids', 'counts', 'warnings', 'setting', 'several', 'unbuffered', 'statement', 'execute', 'procedure', 'driver', 'wait', 'again', 'isolation',
        'sequence', 'user', 'handler', 'state', 'dirt'];

    private function insert(): array
    {
        $name = ['a', "it''s", 'ü', 'long ' . mt_rand(0, 99)][mt_rand(0, 3)];
        execute($this->db, "INSERT INTO test.t (name) VALUES ('$name'), ('second')");
        return $this->driver();
    }

    private function select(): array
    {
        return rows($this->db, ['SELECT * FROM test.t ORDER BY id', 'SELECT name, COUNT(*) FROM test.t GROUP BY name ORDER BY 1', 'SELECT id FROM test.t LIMIT 2'][mt_rand(0, 2)]);
    }

    private function update(): array
    {
        execute($this->db, 'UPDATE test.t SET name = ' . ["'x'", 'name', "CONCAT(name, 'y')"][mt_rand(0, 2)] . ' WHERE id < ' . mt_rand(1, 9));
        return $this->driver();
    }

    private function delete(): array
    {
        execute($this->db, 'DELETE FROM test.t WHERE id = ' . mt_rand(1, 9));
        return $this->driver();
    }

    private function variable(): array
    {
        $name = ['a', 'b', 'secret', 'init'][mt_rand(0, 3)];
        if (mt_rand(0, 1) === 0) {
            execute($this->db, "SET @$name = " . mt_rand(0, 9));
        }
        return rows($this->db, "SELECT @$name, @other, @third");
    }

    private function variables(): array
    {
        return rows($this->db, 'SELECT VARIABLE_NAME, VARIABLE_VALUE FROM information_schema.USER_VARIABLES ORDER BY 1');
    }

    private function mode(): mixed
    {
        execute($this->db, 'SET sql_mode = ' . self::MODES[mt_rand(0, count(self::MODES) - 1)]);
        return value($this->db, 'SELECT @@sql_mode');
    }

    private function zone(): mixed
    {
        execute($this->db, "SET time_zone = '" . ['+00:00', '-07:00', 'SYSTEM'][mt_rand(0, 2)] . "'");
        return value($this->db, 'SELECT FROM_UNIXTIME(1000)');
    }

    private function begin(): mixed
    {
        if (mt_rand(0, 1) === 0) {
            execute($this->db, ['BEGIN', 'START TRANSACTION READ ONLY', 'START TRANSACTION WITH CONSISTENT SNAPSHOT'][mt_rand(0, 2)]);
            return 'begun';
        }
        return $this->db instanceof PDO ? $this->db->beginTransaction() : $this->db->begin_transaction();
    }

    private function commit(): mixed
    {
        return $this->db->commit();
    }

    private function rollback(): mixed
    {
        return $this->db->rollback();
    }

    private function savepoint(): mixed
    {
        execute($this->db, ['SAVEPOINT one', 'ROLLBACK TO SAVEPOINT one', 'RELEASE SAVEPOINT one'][mt_rand(0, 2)]);
        return 'done';
    }

    private function autocommit(): mixed
    {
        execute($this->db, 'SET autocommit = ' . mt_rand(0, 1));
        return value($this->db, 'SELECT @@autocommit');
    }

    private function temporary(): mixed
    {
        execute($this->db, 'CREATE TEMPORARY TABLE temporary_things (id INT)', 'INSERT INTO temporary_things VALUES (1), (2)');
        return 'made';
    }

    private function temporaryRows(): array
    {
        return rows($this->db, 'SELECT * FROM temporary_things');
    }

    private function prepared(): array
    {
        $statement = $this->db->prepare('SELECT ?, COUNT(*) FROM test.t WHERE id > ?');
        $statement->execute([mt_rand(0, 9), mt_rand(0, 9)]);
        $rows = $statement instanceof PDOStatement ? $statement->fetchAll(PDO::FETCH_NUM) : $statement->get_result()->fetch_all();
        if (mt_rand(0, 1) === 0) {
            $this->kept = [$statement];
        }
        return $rows;
    }

    private function preparedAgain(): mixed
    {
        if (!isset($this->kept[0])) {
            return 'none';
        }
        $this->kept[0]->execute([1, 1]);
        return $this->kept[0] instanceof PDOStatement ? $this->kept[0]->fetchAll(PDO::FETCH_NUM) : $this->kept[0]->get_result()->fetch_all();
    }

    private function lock(): mixed
    {
        return value($this->db, "SELECT GET_LOCK('" . ['a lock', 'another', 'own'][mt_rand(0, 2)] . "', 0)");
    }

    private function freeLock(): array
    {
        return rows($this->db, "SELECT IS_FREE_LOCK('a lock'), IS_FREE_LOCK('another'), RELEASE_LOCK('own'), RELEASE_ALL_LOCKS()");
    }

    private function tableLock(): mixed
    {
        execute($this->db, 'LOCK TABLES test.t ' . ['READ', 'WRITE'][mt_rand(0, 1)]);
        return 'locked';
    }

    private function unlock(): mixed
    {
        execute($this->db, 'UNLOCK TABLES');
        return 'unlocked';
    }

    private function names(): array
    {
        $charset = self::CHARSETS[mt_rand(0, count(self::CHARSETS) - 1)];
        if ($this->db instanceof mysqli && !str_contains($charset, ' ')) {
            $this->db->set_charset($charset);
        } else {
            execute($this->db, "SET NAMES $charset");
        }
        return $this->text();
    }

    private function text(): array
    {
        $seen = rows($this->db, "SELECT CHARSET('a'), COLLATION('a'), HEX('ü'), LENGTH('ü'), @@character_set_results, 'a' = 'A'");
        return [$seen, $this->db instanceof PDO ? $this->db->quote("it's ü\\") : $this->db->real_escape_string("it's ü\\")];
    }

    private function use(): mixed
    {
        $name = ['other', 'test', 'nowhere'][mt_rand(0, 2)];
        $this->db instanceof mysqli && mt_rand(0, 1) === 0 ? $this->db->select_db($name) : execute($this->db, "USE $name");
        return value($this->db, 'SELECT DATABASE()');
    }

    private function wrong(): array
    {
        return [failure($this->db, self::WRONG[mt_rand(0, count(self::WRONG) - 1)]), $this->driver()];
    }

    private function ids(): array
    {
        return rows($this->db, 'SELECT LAST_INSERT_ID(), @@last_insert_id, @@identity, @@insert_id');
    }

    private function counts(): array
    {
        return [rows($this->db, 'SELECT SQL_CALC_FOUND_ROWS id FROM test.t LIMIT 1'), rows($this->db, 'SELECT FOUND_ROWS()'), rows($this->db, 'SELECT ROW_COUNT()')];
    }

    private function warnings(): array
    {
        return rows($this->db, 'SHOW WARNINGS');
    }

    private function setting(): array
    {
        $names = $this->is_kept ? array_values(array_diff(self::VARIABLES, ['warning_count', 'error_count'])) : self::VARIABLES;
        return rows($this->db, "SHOW SESSION VARIABLES LIKE '" . $names[mt_rand(0, count($names) - 1)] . "'");
    }

    private function several(): mixed
    {
        if ($this->db instanceof PDO) {
            $result = $this->db->query('SELECT 1; SELECT 2, 3');
            $rows = [$result->fetchAll(PDO::FETCH_NUM)];
            while ($result->nextRowset()) {
                $rows[] = $result->fetchAll(PDO::FETCH_NUM);
            }
            return $rows;
        }
        $rows = [];
        $this->db->multi_query(['SELECT 1; SELECT 2, 3', 'SELECT 1; SELEC', 'SET @a = 5; SELECT @a'][mt_rand(0, 2)]);
        do {
            $result = $this->db->store_result();
            $rows[] = $result ? $result->fetch_all() : false;
        } while ($this->db->more_results() && $this->db->next_result());
        return $rows;
    }

    private function unbuffered(): mixed
    {
        $query = 'SELECT 1 UNION SELECT 2 UNION SELECT 3';
        if ($this->db instanceof mysqli) {
            $this->db->real_query($query);
            $result = $this->db->use_result();
            $row = $result->fetch_row();
            if (mt_rand(0, 1) === 0) {
                $result->free();
            } else {
                $this->kept['result'] = $result;
            }
            return $row;
        }
        $this->db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), false);
        $result = $this->db->query($query);
        $row = $result->fetch(PDO::FETCH_NUM);
        $this->db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), true);
        if (mt_rand(0, 1) === 0) {
            $this->kept['result'] = $result;
        }
        return $row;
    }

    private function statement(): mixed
    {
        execute($this->db, "PREPARE prepared_things FROM 'SELECT 5'");
        return 'prepared';
    }

    private function execute(): array
    {
        return rows($this->db, 'EXECUTE prepared_things');
    }

    private function procedure(): mixed
    {
        if ($this->db instanceof PDO) {
            $result = $this->db->query('CALL test.two_results()');
            $rows = $result->fetchAll(PDO::FETCH_NUM);
            $result->closeCursor();
            return $rows;
        }
        $this->db->multi_query('CALL test.two_results()');
        $rows = [];
        do {
            $result = $this->db->store_result();
            $rows[] = $result ? $result->fetch_all() : false;
        } while ($this->db->more_results() && $this->db->next_result());
        return $rows;
    }

    // What the objects say.
    private function driver(): array
    {
        if ($this->db instanceof PDO) {
            return [$this->db->inTransaction(), $this->db->lastInsertId(), $this->db->errorInfo(), $this->db->getAttribute(PDO::ATTR_SERVER_VERSION),
                $this->db->getAttribute(PDO::ATTR_CONNECTION_STATUS)];
        }
        return [$this->db->affected_rows, $this->db->insert_id, $this->db->errno, $this->db->sqlstate, $this->db->warning_count, $this->db->info,
            $this->db->character_set_name(), $this->db->server_info, $this->db->host_info, $this->db->protocol_version,
            $this->db->thread_id === (int) value($this->db, 'SELECT CONNECTION_ID()')];
    }

    private function wait(): mixed
    {
        mt_rand(0, 1) === 0 ? usleep(1000) : execute($this->db, 'SELECT SLEEP(0.001)');
        return 'waited';
    }

    private function again(): mixed
    {
        $this->kept = [];
        if (mt_rand(0, 1) === 0 && $this->db instanceof mysqli) {
            $this->db->close();
        }
        unset($this->db);
        $this->db = $this->connect();
        return 'again';
    }

    private function isolation(): array
    {
        $level = ['READ COMMITTED', 'SERIALIZABLE', 'READ UNCOMMITTED'][mt_rand(0, 2)];
        execute($this->db, ['SET', 'SET SESSION'][mt_rand(0, 1)] . " TRANSACTION ISOLATION LEVEL $level");
        return rows($this->db, 'SELECT @@tx_isolation, @@tx_read_only');
    }

    private function sequence(): array
    {
        return rows($this->db, 'SELECT LASTVAL(test.numbers)');
    }

    private function user(): array
    {
        return rows($this->db, 'SELECT CURRENT_USER(), CURRENT_ROLE()');
    }

    private function handler(): array
    {
        return [failure($this->db, 'HANDLER test.t OPEN AS h'), failure($this->db, 'HANDLER h READ FIRST')];
    }

    private function state(): array
    {
        return array_diff_key(state($this->db), ['dirt' => 1, 'written' => 1, 'sequence_value' => 1]);
    }

    private function dirt(): mixed
    {
        dirty($this->db, ['settings', 'charset', 'variables', 'found', 'warning', 'role', 'one_transaction'][mt_rand(0, 6)]);
        return 'dirty';
    }
}

const HARMLESS = ['settings', 'charset', 'autocommit', 'variables', 'temporary', 'transaction', 'one_transaction', 'snapshot', 'xa', 'lock', 'database',
    'statement', 'handler', 'insert', 'sequence', 'found', 'warning', 'role'];
const ALONE = ['global_lock', 'table_lock', 'backup'];

// Fills both connections with dirt. `beside`: beside a program, so without locks that stop all others, and without locks of names that the
// program asks for: the server releases them when it has read that the session ends, which may be after the program's next statement.
function on_fill($request): array
{
    mt_srand((int) $request->get['seed']);
    $all = [connect(['pdo', 'mysqli'][mt_rand(0, 1)]), connect(['pdo', 'mysqli'][mt_rand(0, 1)])];
    if (!isset($request->get['beside']) && mt_rand(0, 9) === 0) {
        dirty($all[0], ALONE[mt_rand(0, 2)]);
        return ['alone'];
    }
    $harmless = isset($request->get['beside']) ? array_diff(HARMLESS, ['lock']) : HARMLESS;
    foreach ($all as $db) {
        // In one transaction or the other.
        $kinds = array_intersect_key($harmless, array_flip((array) array_rand($harmless, 6)));
        if (count(array_intersect($kinds, ['transaction', 'snapshot', 'xa'])) > 1) {
            $kinds = array_diff($kinds, ['snapshot', 'xa']);
        }
        foreach ($kinds as $kind) {
            try {
                dirty($db, $kind);
            } catch (PDOException | mysqli_sql_exception) {  // a kind may forbid another one
            }
        }
    }
    return ['both'];
}

function on_prepare(): array
{
    $db = connect('pdo');
    execute(
        $db,
        'CREATE OR REPLACE TABLE test.t (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(100)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
        "INSERT INTO test.t (name) VALUES ('first')",
    );
    return [];
}

final class Kept
{
    public static ?Program $program = null;
}

// A part of a program whose objects outlive the request.
function on_part($request): array
{
    ['kind' => $kind, 'seed' => $seed, 'part' => $part] = $request->get;
    Kept::$program = (int) $part === 0 ? new Program($kind, (int) $seed) : Kept::$program;
    return Kept::$program->part((int) $seed * 100 + (int) $part);
}

function on_end(): array
{
    Kept::$program = null;
    return [];
}

function on_pinned(): array
{
    return array_column(Tern\Internal\pinned_connections(), 'reason');
}

function on_program($request): array
{
    return (new Program($request->get['kind'], (int) $request->get['seed']))->run();
}

$server = http_server();
$server->on('request', function ($request, $response) {
    $function = 'on_' . trim($request->server['path_info'], '/');
    $response->end(json_encode($function($request), JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE));
});
run();
