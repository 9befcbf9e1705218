<?php
// random_mysql.php: random programs for MySQL and MariaDB, by PDO and mysqli.

require __DIR__ . '/random_objects.php';
require __DIR__ . '/actions.php';

final class RandomStatements extends Statements
{
    private const INSERT = "INSERT INTO test.@own (name) VALUES ('{a|it''s|ü|long text}'), ('second')";

    // Rows are numbered from this million on, so that no table has to be made anew.
    public static function prepare(int $million): void
    {
        self::$million = $million;
        $db = connect('pdo');
        for ($number = 0; $number < 8; ++$number) {
            execute(
                $db,
                "CREATE TABLE IF NOT EXISTS test.t$number (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(100)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "DELETE FROM test.t$number",
                "INSERT INTO test.t$number VALUES ({$million}000001, 'first'), ({$million}000002, 'Second')",
                "CREATE SEQUENCE IF NOT EXISTS test.s$number",
            );
        }
        execute($db, 'CREATE TABLE IF NOT EXISTS test.shared (id INT PRIMARY KEY, name VARCHAR(100)) ENGINE=InnoDB', "REPLACE INTO test.shared VALUES (1, 'first')");
    }

    protected function plain(): array
    {
        return [
            'insert' => [self::INSERT, '&SELECT LAST_INSERT_ID()'],
            'insert_' => [self::INSERT],
            'select' => ['SELECT * FROM test.@own ORDER BY id'],
            'group' => ['SELECT name, COUNT(*) FROM test.@own GROUP BY name ORDER BY 1'],
            'update' => ["UPDATE test.@own SET name = {'x'|name|CONCAT(name, 'y')|\"quoted\"} WHERE id < @row{n}"],
            'delete' => ['DELETE FROM test.@own WHERE id = @row{n}'],
            'mode' => ["SET {|SESSION |@@|@@session.}sql_mode = '{|ANSI_QUOTES|PIPES_AS_CONCAT|NO_BACKSLASH_ESCAPES|STRICT_ALL_TABLES|NO_ZERO_DATE,ANSI|ORACLE}'",
                "SELECT @@sql_mode, 'a' || 'b', 'a\\\\'"],
            'zone' => ["SET time_zone = '{+00:00|-07:00|SYSTEM|nowhere}'", 'SELECT FROM_UNIXTIME(1000)'],
            'names' => ['SET NAMES {latin1|utf8mb4|utf8mb3|ascii|utf8mb4 COLLATE utf8mb4_bin|latin1 COLLATE latin1_german2_ci|nothing}'],
            'charset' => ['SET {character_set_results|character_set_client|character_set_connection} = {latin1|utf8mb4|utf8mb3}'],
            'collation' => ['SET collation_connection = {utf8mb4_bin|latin1_german1_ci|utf8mb4_general_ci}'],
            'use' => ['USE {other|test|nowhere|`test`}', 'SELECT DATABASE(), @@collation_database'],
            'isolation' => ['SET SESSION TRANSACTION {ISOLATION LEVEL READ COMMITTED|ISOLATION LEVEL REPEATABLE READ, READ WRITE|READ WRITE|READ ONLY|READ WRITE}',
                'SELECT @@tx_isolation, @@tx_read_only'],
            'settings' => ['SET {group_concat_max_len = 8|foreign_key_checks = 0|foreign_key_checks = ON|sql_select_limit = 2|div_precision_increment = 9'
                . "|lc_time_names = 'de_DE'|wait_timeout = 1000|max_statement_time = 20|sql_auto_is_null = 1|unique_checks = OFF|sql_safe_updates = 1"
                . '|sort_buffer_size = 100000|sql_select_limit = 100, group_concat_max_len = 100|group_concat_max_len = -1}'],
            'show' => ["SHOW SESSION VARIABLES LIKE '{%mode|%zone%|auto%|char%|coll%|tx%|%limit|%checks|group%|lc_time%|%timeout|div%|sql_auto%|sort_b%}'"],
            'effects' => ["SELECT GROUP_CONCAT(name), 1 / 3, MONTHNAME('2020-05-01') FROM test.@own", 'SELECT 1 FROM test.@own'],
            'text' => ["SELECT CHARSET('a'), COLLATION('a'), HEX('ü'), LENGTH('ü'), @@character_set_results, 'a' = 'A'"],
            'transaction' => ['{BEGIN|START TRANSACTION|START TRANSACTION READ ONLY|START TRANSACTION WITH CONSISTENT SNAPSHOT}', self::INSERT, 'SAVEPOINT one',
                'UPDATE test.@own SET name = "b"', '{ROLLBACK TO SAVEPOINT one|RELEASE SAVEPOINT one|SELECT 1|SELECT nothing}', 'SELECT COUNT(*) FROM test.@own',
                '{COMMIT|ROLLBACK|COMMIT AND CHAIN|COMMIT}'],
            'autocommit' => ['SET autocommit = {0|1|ON|OFF}', self::INSERT, 'SELECT @@autocommit'],
            'found' => ['SELECT SQL_CALC_FOUND_ROWS id FROM test.@own LIMIT 1', 'SELECT FOUND_ROWS()'],
            'warnings' => ["SELECT CAST('x' AS INT)", 'SHOW WARNINGS'],
            'wrong' => ['{SELECT * FROM nowhere|INSERT INTO test.@own (id) VALUES (1), (1)|SELECT 1 / 0|DROP TABLE IF EXISTS nowhere|SELECT nothing FROM test.@own}'],
            'wait' => ['SELECT SLEEP(0.00{1|2|3})'],
            'large' => ["SELECT REPEAT('{ab|cde}', 40000)"],
            'many' => ['WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT i, i * {n} FROM n'],
            'binary' => ["SELECT X'00ff27', '', NULL, 1.50, CAST(1 AS UNSIGNED), DATE '2020-01-02'"],
            'user' => ['SELECT CURRENT_USER(), CURRENT_ROLE()'],
            'sequence' => ['SELECT NEXTVAL(test.@sequence) > 0', '&SELECT LASTVAL(test.@sequence) > 0'],
            'lock' => ['SELECT * FROM test.@own WHERE id = @row{n} {FOR UPDATE|LOCK IN SHARE MODE}'],
        ] + (self::$waits ? $this->questions() : []);
    }

    // Of what the statements before have left.
    private function questions(): array
    {
        $questions = ['{SELECT FOUND_ROWS()|SELECT ROW_COUNT()|SELECT FOUND_ROWS(), ROW_COUNT()|SHOW WARNINGS|SHOW COUNT(*) WARNINGS|SELECT @@warning_count, @@error_count}',
            '{SELECT ROW_COUNT()|SHOW WARNINGS|SELECT 1}'];
        return [
            'asked' => ['{SELECT * FROM test.@own|SELECT name FROM test.@own WHERE id > @row5} ORDER BY id{| LIMIT 1| LIMIT 1, 1}', ...$questions],
            'asked_later' => ["SELECT name FROM test.@own ORDER BY id{| LIMIT 1}", "{SELECT CAST('x' AS INT)|UPDATE test.@own SET name = 'x'|SELECT 1}",
                "SELECT id FROM test.@own ORDER BY id{| LIMIT 2}", ...$questions],
            // FOUND_ROWS() is refused if the SELECT was sent to another session.
            'asked_after' => ['{SELECT id FROM test.@own|SELECT name FROM test.@own LIMIT 1}', '{BEGIN|START TRANSACTION}',
                "{UPDATE test.@own SET name = 'x' WHERE id = @row5|SELECT 1|DELETE FROM test.@own WHERE id < 0}", '{COMMIT|ROLLBACK}', '{SELECT ROW_COUNT()|SHOW WARNINGS|SELECT @@warning_count}', 'SELECT ROW_COUNT()'],
            'asked_of_insert' => [self::INSERT, '&SELECT * FROM test.@own', '&{SELECT LAST_INSERT_ID()|SELECT @@identity|SELECT ROW_COUNT()}'],
            'asked_of_zone' => ["SET time_zone = '+0{n}:00'", '{SELECT ROW_COUNT()|SELECT FROM_UNIXTIME(1000)}', 'SELECT @@time_zone'],
        ];
    }

    protected function with_state(): array
    {
        return [
            'variable' => ['SET @{a|b} = {n}', 'SELECT @a, @b, @c'],
            'assign' => ['SELECT {@c := 5|7 INTO @c}', 'SELECT @c'],
            'variables' => ['SELECT VARIABLE_NAME, VARIABLE_VALUE FROM information_schema.USER_VARIABLES ORDER BY 1'],
            'temporary' => ['CREATE TEMPORARY TABLE test.temporary_things (id INT)', 'INSERT INTO test.temporary_things VALUES (1), (2)'],
            'temporary_rows' => ['SELECT * FROM test.temporary_things'],
            'temporary_end' => ['DROP TEMPORARY TABLE test.temporary_things'],
            'named_lock' => ["SELECT GET_LOCK('own @own', 0)"],
            'named_lock_end' => ["SELECT RELEASE_LOCK('own @own')"],
            'table_lock' => ['LOCK TABLES test.@own {READ|WRITE}', self::INSERT, 'SELECT COUNT(*) FROM test.shared', 'UNLOCK TABLES'],
            'begin' => ['{BEGIN|START TRANSACTION}', self::INSERT],
            'end' => ['{COMMIT|ROLLBACK}'],
            'statement' => ["PREPARE prepared_things FROM 'SELECT {n}'"],
            'execute' => ['EXECUTE prepared_things'],
            'deallocate' => ['DEALLOCATE PREPARE prepared_things'],
            'handler' => ['HANDLER test.@own OPEN AS h', 'HANDLER h READ FIRST', 'HANDLER h CLOSE'],
            'one_setting' => ["SET {timestamp = 1000|sql_mode = CONCAT(@@sql_mode, ',ANSI')|insert_id = 500|sql_mode = DEFAULT|profiling = 0|NAMES DEFAULT|max_sp_recursion_depth = 5"
                . '|sql_mode = 4|character_set_results = NULL}', 'SELECT @@timestamp < 2000, @@sql_mode, @@max_sp_recursion_depth'],
            'procedure' => ['CALL test.two_results()'],
            'function' => ['SELECT test.remembers(), @remembered'],
            'not_sql' => ['SELEC 1'],
            'role' => ['SET ROLE {dirty|NONE}', 'SELECT CURRENT_ROLE()'],
        ];
    }

    protected function shared(): array
    {
        return [
            'read' => ['COMMIT', 'SELECT COUNT(*), MIN(name) FROM test.@other'],
            'is_free' => ["SELECT IS_FREE_LOCK('own t0'), IS_FREE_LOCK('own t1'), IS_FREE_LOCK('own @other')"],
            'processes' => ['SELECT COUNT(*) > 0 FROM information_schema.PROCESSLIST'],
        ];
    }

    protected function calls(): array
    {
        $calls = ['driver', 'begin_and_end', 'quoted', 'prepared', 'several', 'again', 'object_settings'];
        return $this->may_pin ? [...$calls, 'keep_statement', 'execute_kept', 'keep_result', 'free'] : [...$calls, ...$this->reports()];
    }

    protected function holding(): array
    {
        return ['ROLLBACK', 'BEGIN', "UPDATE test.shared SET name = '{a|b}' WHERE id = 1"];
    }

    protected function waiting(): array
    {
        return ['ROLLBACK', 'BEGIN', "UPDATE test.shared SET name = CONCAT(LEFT(name, 50), '{c|d}') WHERE id = 1", '&SELECT * FROM test.shared', '{COMMIT|ROLLBACK}'];
    }

    protected function text(string $template): string
    {
        return strtr(parent::text($template), ['@sequence' => "s$this->number", '@row' => self::$million . '00000']);
    }

    protected function connect(): void
    {
        $database = $this->dice->one_of(['test', 'test', 'test', null]);
        if ($this->number % 2 === 1) {
            $this->db = connect('mysqli', database: $database);
            return;
        }
        $this->db = connect('pdo', [
            PDO::ATTR_EMULATE_PREPARES => $this->dice->is_one_in(2),
            PDO::ATTR_AUTOCOMMIT => !$this->dice->is_one_in(5),
            mysql_attribute('FOUND_ROWS') => $this->dice->is_one_in(5),
        ] + ($this->dice->is_one_in(4) ? [mysql_attribute('INIT_COMMAND') => "SET time_zone = '+02:00'"] : []), database: $database);
    }

    protected function disconnect(): void
    {
        $this->kept = [];
        $this->guarded(fn() => execute($this->db, 'DO RELEASE_ALL_LOCKS()'));
        if ($this->dice->is_one_in(2)) {
            $this->guarded(fn() => $this->db->rollback());
        }
        $this->db = null;
    }

    // The server ends what is left of the former session a moment later, and rows are locked until then.
    protected function again(): mixed
    {
        $this->disconnect();
        $this->connect();
        return $this->see($this->text('UPDATE test.@own SET name = name'));
    }

    // What would keep the connection.
    protected function leave(): void
    {
        if (!$this->may_pin) {
            $this->guarded(fn() => execute($this->db, $this->dice->text('{COMMIT|ROLLBACK}')));
        }
    }

    protected function result_of(string $statement): mixed
    {
        return $this->db instanceof PDO ? $this->result_of_pdo($statement) : $this->result_of_mysqli($statement);
    }

    private function result_of_pdo(string $statement): array
    {
        $way = $this->dice->number(0, 3);
        if ($way === 0) {
            $result = $this->db->prepare($statement);
            $result->execute();
        } elseif ($way === 1 && !preg_match('/^(BEGIN|START|COMMIT|ROLLBACK|SAVE|RELEASE|LOCK|UNLOCK)/', $statement)) {
            $this->db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), false);
            try {
                $result = $this->db->query($statement);
                return $this->sets_of($result);
            } finally {
                unset($result);
                $this->db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), true);
            }
        } else {
            $result = $this->db->query($statement);
        }
        return $this->sets_of($result);
    }

    private function sets_of(PDOStatement $result): array
    {
        $sets = [];
        do {
            $sets[] = $result->columnCount() > 0 ? $result->fetchAll(PDO::FETCH_NUM) : $result->rowCount();
        } while ($result->nextRowset());
        return $sets;
    }

    private function result_of_mysqli(string $statement): array
    {
        $way = $this->dice->number(0, 4);
        if ($way === 0 && !str_starts_with($statement, 'CALL')) {
            $prepared = $this->db->prepare($statement);
            $prepared->execute();
            $result = $prepared->get_result();
            return $result === false ? [$prepared->affected_rows, $prepared->insert_id] : $result->fetch_all();
        }
        $way === 1 ? $this->db->multi_query($statement) : $this->db->real_query($statement);
        $sets = [];
        do {
            $result = $way === 2 ? $this->db->use_result() : $this->db->store_result();
            $sets[] = $result ? $result->fetch_all() : $this->db->affected_rows;
            $result && $result->free();
        } while ($this->db->more_results() && $this->db->next_result());
        return $sets;
    }

    // --- methods

    protected function driver(): array
    {
        if ($this->db instanceof PDO) {
            return [$this->db->inTransaction(), $this->db->lastInsertId(), $this->db->errorInfo(), $this->db->getAttribute(PDO::ATTR_SERVER_VERSION),
                $this->db->getAttribute(PDO::ATTR_AUTOCOMMIT)];
        }
        $properties = [$this->db->affected_rows, $this->db->insert_id, $this->db->errno, $this->db->sqlstate, $this->db->warning_count, $this->db->info,
            $this->db->character_set_name(), $this->db->field_count];
        // The number of the session is known from the first query on.
        return [...$properties, (int) value($this->db, 'SELECT CONNECTION_ID()') === $this->db->thread_id];
    }

    protected function begin_and_end(): array
    {
        $seen = [$this->guarded(fn() => $this->db instanceof PDO ? $this->db->beginTransaction() : $this->db->begin_transaction())];
        $seen[] = $this->see($this->text(self::INSERT));
        $seen[] = $this->db instanceof PDO ? $this->db->inTransaction() : value($this->db, 'SELECT @@in_transaction');
        $seen[] = $this->guarded(fn() => $this->dice->is_one_in(2) ? $this->db->commit() : $this->db->rollback());
        return $seen;
    }

    protected function quoted(): string
    {
        return bin2hex($this->db instanceof PDO ? $this->db->quote("it's ü\\ \"") : $this->db->real_escape_string("it's ü\\ \""));
    }

    // A query that takes a while after it has begun to read the table, by a connection that is like all others of its kind.
    protected function report(string $table): array
    {
        $query = 'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 100)'
            . " SELECT t.id, t.name, (SELECT COUNT(*) FROM n AS a, n AS b WHERE a.i + b.i + t.id > 0) FROM test.$table AS t";
        // By its table, so that those of a table are equal.
        if ($table[1] % 2 === 0) {
            return rows(connect('pdo'), "$query ORDER BY t.id");
        }
        $db = $table[1] % 4 === 1 ? connect('pdo', [PDO::ATTR_EMULATE_PREPARES => false]) : connect('mysqli');
        $statement = $db->prepare("$query WHERE t.id > ? ORDER BY t.id");
        $statement->execute([0]);
        return $statement instanceof PDOStatement ? $statement->fetchAll(PDO::FETCH_NUM) : $statement->get_result()->fetch_all();
    }

    protected function writing(): array
    {
        return [self::INSERT, "UPDATE test.@own SET name = '{n}'", 'DELETE FROM test.@own WHERE id > @row1'];
    }

    private function prepare_one(): PDOStatement|mysqli_stmt
    {
        return $this->db->prepare($this->text('SELECT ?, COUNT(*), @@time_zone FROM test.@own WHERE id > ?'));
    }

    private function execute_one(PDOStatement|mysqli_stmt $statement): array
    {
        $statement->execute([$this->dice->number(0, 9), self::$million * 1_000_000 + $this->dice->number(0, 9)]);
        return $statement instanceof PDOStatement ? $statement->fetchAll(PDO::FETCH_NUM) : $statement->get_result()->fetch_all();
    }

    protected function prepared(): array
    {
        $statement = $this->prepare_one();
        return [$this->execute_one($statement), $this->execute_one($statement)];
    }

    protected function several(): array
    {
        $text = $this->text('{SELECT 1; SELECT 2, 3|SELECT 1; SELECT nothing|SELECT 1; SELECT COUNT(*) FROM test.@own; SELECT 3}');
        if ($this->db instanceof PDO) {
            return $this->sets_of($this->db->query($text));
        }
        $this->db->multi_query($text);
        $sets = [];
        do {
            $result = $this->db->store_result();
            $sets[] = $result ? $result->fetch_all() : false;
        } while ($this->db->more_results() && $this->db->next_result());
        return $sets;
    }

    // By functions that send no text, or one of their own.
    protected function object_settings(): mixed
    {
        if ($this->db instanceof PDO) {
            return [$this->db->setAttribute(PDO::ATTR_AUTOCOMMIT, $this->dice->is_one_in(2)), value($this->db, 'SELECT @@autocommit')];
        }
        return match ($this->dice->number(0, 2)) {
            0 => [$this->db->set_charset($this->dice->one_of(['latin1', 'utf8mb4', 'ascii'])), value($this->db, "SELECT CHARSET('a')")],
            1 => [$this->db->select_db($this->dice->one_of(['test', 'other'])), value($this->db, 'SELECT DATABASE()')],
            2 => [$this->db->autocommit($this->dice->is_one_in(2)), value($this->db, 'SELECT @@autocommit')],
        };
    }

    protected function keep_statement(): string
    {
        $this->kept['statement'] = $this->prepare_one();
        return 'kept';
    }

    protected function execute_kept(): mixed
    {
        return isset($this->kept['statement']) ? $this->execute_one($this->kept['statement']) : 'none';
    }

    // It is read row by row, and not to its end.
    protected function keep_result(): mixed
    {
        if ($this->db instanceof mysqli) {
            $this->db->real_query('SELECT 1 UNION SELECT 2 UNION SELECT 3');
            $this->kept['result'] = $this->db->use_result();
            return $this->kept['result']->fetch_row();
        }
        $this->db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), false);
        try {
            $this->kept['result'] = $this->db->query('SELECT 1 UNION SELECT 2 UNION SELECT 3');
            return $this->kept['result']->fetch(PDO::FETCH_NUM);
        } finally {
            $this->db->setAttribute(mysql_attribute('USE_BUFFERED_QUERY'), true);
        }
    }

    protected function free(): string
    {
        $this->kept = [];
        return 'freed';
    }
}

serve_functions();
