<?php
// random_pgsql.php: random programs for PostgreSQL, by PDO and pgsql.

use PgSql\Connection;

require __DIR__ . '/random_objects.php';
require __DIR__ . '/pgsql_actions.php';

final class RandomStatements extends Statements
{
    private const INSERT = "INSERT INTO public.@own (name) VALUES ('{a|it''s|ü|long text}'), ('second') RETURNING id";
    private const ADVISORY_LOCKS = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()";

    private bool $prepares = false;  // the server prepares what its query() sends

    // Advisory locks are numbered from this million on: a session may still end that had those of the program before.
    public static function prepare(int $million): void
    {
        self::$million = $million;
        $db = connect('pdo');
        execute($db, 'SET client_min_messages = error');
        for ($number = 0; $number < 8; ++$number) {
            execute(
                $db,
                "CREATE TABLE IF NOT EXISTS public.t$number (id SERIAL PRIMARY KEY, name VARCHAR(100))",
                "DELETE FROM public.t$number",
                "INSERT INTO public.t$number VALUES (1, 'first'), (2, 'Second')",
                "SELECT setval('public.t{$number}_id_seq', 2)",
                "GRANT ALL ON public.t$number, public.t{$number}_id_seq TO dirty",
            );
        }
        execute(
            $db,
            'CREATE TABLE IF NOT EXISTS public.shared (id INT PRIMARY KEY, name VARCHAR(100))',
            'DELETE FROM public.shared',
            "INSERT INTO public.shared VALUES (1, 'first')",
            'GRANT ALL ON public.shared TO dirty',
        );
    }

    protected function plain(): array
    {
        return [
            'insert' => [self::INSERT, '&SELECT lastval()'],
            'insert_' => [self::INSERT],
            'select' => ['SELECT * FROM public.@own ORDER BY id'],
            'group' => ['SELECT name, COUNT(*) FROM @own GROUP BY name ORDER BY 1'],
            'update' => ["UPDATE public.@own SET name = {'x'|name|left(name || 'y', 90)} WHERE id < {n}"],
            'delete' => ['DELETE FROM public.@own WHERE id = {n}'],
            'setting' => ["SET {|SESSION |LOCAL }{TimeZone = 'Asia/Tokyo'|TimeZone = 'UTC'|DateStyle = 'German'|extra_float_digits = 0|bytea_output = 'escape'"
                . "|standard_conforming_strings = off|search_path = other, public|search_path = public|IntervalStyle = 'iso_8601'|work_mem = '100kB'"
                . "|default_transaction_read_only = on|default_transaction_isolation = 'repeatable read'|client_encoding = 'LATIN1'|client_encoding = 'UTF8'"
                . "|statement_timeout = 5000|application_name = 'program'|enable_seqscan = off|client_min_messages = warning|nothing = 1}"],
            'show' => ['SHOW {TimeZone|DateStyle|search_path|client_encoding|transaction_isolation|transaction_read_only|work_mem|standard_conforming_strings'
                . '|application_name|session_authorization|statement_timeout|lock_timeout|seed_of_nothing}'],
            'text' => ["SELECT '\\n', length('ü'), '2020-01-02'::date, 1 / 3.0::float8, interval '1 day', '2020-01-02 00:00+00'::timestamptz, quote_literal('a\\b')"],
            'transaction' => ['{BEGIN|START TRANSACTION READ ONLY|BEGIN ISOLATION LEVEL REPEATABLE READ}', self::INSERT, 'SAVEPOINT one',
                "UPDATE public.@own SET name = 'b'", '{ROLLBACK TO SAVEPOINT one|RELEASE SAVEPOINT one|SELECT 1|SELECT nothing}', 'SELECT COUNT(*) FROM public.@own',
                '{COMMIT|ROLLBACK|COMMIT AND CHAIN|COMMIT}', 'ROLLBACK'],
            'local' => ['BEGIN', "SET LOCAL {TimeZone = 'Asia/Tokyo'|ROLE dirty|search_path = other}", 'SHOW {TimeZone|role|search_path}', '{COMMIT|ROLLBACK}',
                'SHOW {TimeZone|role|search_path}'],
            'wrong' => ["{SELECT * FROM nowhere|INSERT INTO public.@own (id) VALUES (1), (1)|SELECT 1 / 0|SELECT 'x'::int|DROP TABLE nowhere|FETCH kept}"],
            'wait' => ['SELECT pg_sleep(0.00{1|2|3})'],
            'large' => ["SELECT repeat('{ab|cde}', 40000)"],
            'many' => ['SELECT n, n * {n} FROM generate_series(1, 300) AS n'],
            'user' => ["SELECT session_user, current_user, current_setting('role'), current_database()"],
            'transaction_lock' => ['BEGIN', 'SELECT pg_advisory_xact_lock(@number)', self::ADVISORY_LOCKS, '{COMMIT|ROLLBACK}', self::ADVISORY_LOCKS],
            'row_lock' => ['SELECT * FROM public.@own WHERE id = {n} {FOR UPDATE|FOR SHARE}'],
            'copied' => ['SELECT name FROM public.@own ORDER BY id LIMIT 1 OFFSET {n}'],
        ];
    }

    protected function with_state(): array
    {
        return [
            'temporary' => ['CREATE TEMPORARY TABLE temporary_things (id INT)', 'INSERT INTO temporary_things VALUES (1), (2)'],
            'temporary_rows' => ['SELECT * FROM temporary_things'],
            'temporary_end' => ['{DROP TABLE pg_temp.temporary_things|DISCARD TEMP}'],
            'advisory' => ['SELECT pg_try_advisory_lock(@number)', self::ADVISORY_LOCKS, 'SELECT pg_advisory_unlock(@number)'],
            'reset' => ['{RESET ALL|RESET TimeZone|RESET client_encoding|RESET ROLE|DISCARD PLANS}'],
            'config' => ["SELECT set_config('{TimeZone|search_path}', '{UTC|public}', {true|false})", 'SHOW TimeZone'],
            'not_sql' => ['SELEC 1'],
            'advisory_lock' => ['SELECT pg_try_advisory_lock(@number + {100|200})'],
            'advisory_end' => ['SELECT pg_advisory_unlock(@number + {100|200})'],
            'begin' => ['BEGIN', self::INSERT],
            'savepoint' => ['{SAVEPOINT one|ROLLBACK TO SAVEPOINT one|RELEASE SAVEPOINT one}'],
            'end' => ['{COMMIT|ROLLBACK}'],
            'statement' => ['PREPARE prepared_things AS SELECT {n}'],
            'execute' => ['EXECUTE prepared_things'],
            'deallocate' => ['DEALLOCATE {prepared_things|ALL}'],
            'cursor' => ['BEGIN', 'DECLARE kept CURSOR {|WITH HOLD }FOR SELECT generate_series(1, 5)', 'FETCH 2 FROM kept', '{COMMIT|SELECT 1}'],
            'fetch' => ['FETCH 2 FROM kept'],
            'listen' => ['{LISTEN|UNLISTEN|NOTIFY} "mine @own"'],
            'role' => ['{SET ROLE dirty|RESET ROLE|SET SESSION AUTHORIZATION dirty|RESET SESSION AUTHORIZATION|SET LOCAL ROLE dirty}'],
            'characteristics' => ['SET SESSION CHARACTERISTICS AS TRANSACTION READ {ONLY|WRITE}', 'SHOW default_transaction_read_only'],
            'discard' => ['{DISCARD ALL|RESET ALL}'],
            'own_setting' => ["SET app.tenant = '{n}'", "SELECT current_setting('app.tenant', true)"],
            'seed' => ['SELECT setseed(0.5)', 'SELECT random()'],
        ];
    }

    protected function shared(): array
    {
        return [
            'read' => ['COMMIT', 'SELECT COUNT(*), MIN(name) FROM public.@other'],
            'activity' => ["SELECT COUNT(*) > 0 FROM pg_stat_activity WHERE backend_type = 'client backend'"],
        ];
    }

    protected function calls(): array
    {
        $calls = ['driver', 'quoted', 'prepared', 'several', 'again', 'copy', ...$this->reports()];
        return $this->may_pin ? [...$calls, 'noticed', 'keep_statement', 'execute_kept', 'notified', 'large_object'] : $calls;
    }

    protected function holding(): array
    {
        return ['ROLLBACK', 'BEGIN', "UPDATE public.shared SET name = '{a|b}' WHERE id = 1"];
    }

    protected function waiting(): array
    {
        return ['ROLLBACK', 'BEGIN ISOLATION LEVEL READ COMMITTED', "UPDATE public.shared SET name = left(name, 50) || '{c|d}' WHERE id = 1", '&SELECT * FROM public.shared',
            '{COMMIT|ROLLBACK}'];
    }

    protected function text(string $template): string
    {
        return strtr(parent::text($template), ['@number' => self::$million . '00000' . $this->number]);
    }

    // The server ends what is left of the former session a moment later, and rows are locked until then.
    protected function connect(): void
    {
        if ($this->number % 2 === 1) {
            $this->db = connect('pgsql', flags: PGSQL_CONNECT_FORCE_NEW);  // else all have the same one
        } else {
            $options = [PDO::ATTR_EMULATE_PREPARES => $this->dice->is_one_in(2), PDO::PGSQL_ATTR_DISABLE_PREPARES => $this->dice->is_one_in(3)];
            $this->prepares = !in_array(true, $options, true);
            $this->db = connect('pdo', $options);
        }
        $this->see($this->text('UPDATE public.@own SET name = name'));
    }

    protected function disconnect(): void
    {
        $this->kept = [];
        if ($this->may_pin || $this->dice->is_one_in(2)) {
            $this->guarded(fn() => execute($this->db, 'ROLLBACK', 'SELECT pg_advisory_unlock_all()'));
        }
        // Else pgsql keeps it for calls without a connection.
        $this->db instanceof Connection && pg_close($this->db);
        $this->db = null;
    }

    protected function again(): string
    {
        $this->disconnect();
        $this->connect();
        return 'again';
    }

    // What would keep the connection. The last error of pgsql is that of its connection, so none is left.
    protected function leave(): void
    {
        $this->guarded(fn() => execute($this->db, $this->may_pin ? 'SELECT 1' : $this->dice->text('{COMMIT|ROLLBACK}')));
    }

    protected function result_of(string $statement): mixed
    {
        return $this->db instanceof PDO ? $this->result_of_pdo($statement) : $this->result_of_pgsql($statement);
    }

    private function result_of_pdo(string $statement): array
    {
        // PDO never frees a statement of query() that the server refuses to execute.
        if ($this->dice->is_one_in(3) || $this->prepares && !$this->may_pin) {
            $result = $this->db->prepare($statement);
            $result->execute();
        } else {
            $result = $this->db->query($statement);
        }
        return [$result->fetchAll(PDO::FETCH_NUM), $result->rowCount()];
    }

    private function result_of_pgsql(string $statement): array
    {
        // A setting that pgsql sends without waiting keeps the connection.
        $is_setting = str_starts_with($statement, 'SET');
        $result = match ($this->dice->number(0, $is_setting && !$this->may_pin ? 1 : 2)) {
            0 => quiet(fn() => pg_query_params($this->db, $statement, [])),
            1 => quiet(fn() => pg_query($this->db, $statement)),
            2 => $this->asynchronous($statement),
        };
        return [pg_fetch_all($result, PGSQL_NUM), pg_affected_rows($result), pg_result_error($result)];
    }

    private function asynchronous(string $statement): PgSql\Result
    {
        quiet(fn() => pg_send_query($this->db, $statement));
        $last = null;
        while ($result = pg_get_result($this->db)) {
            $last = $result;
        }
        return $last;
    }

    // --- methods

    protected function driver(): array
    {
        if ($this->db instanceof PDO) {
            return [$this->db->inTransaction(), $this->db->getAttribute(PDO::ATTR_CONNECTION_STATUS), $this->db->errorInfo()];
        }
        $names = ['client_encoding', 'is_superuser', 'session_authorization', 'DateStyle', 'TimeZone', 'standard_conforming_strings', 'application_name'];
        return [array_map(fn(string $name) => pg_parameter_status($this->db, $name), $names), pg_transaction_status($this->db), pg_connection_status($this->db),
            pg_client_encoding($this->db), pg_last_error($this->db), pg_host($this->db), pg_dbname($this->db)];
    }

    protected function quoted(): string
    {
        return bin2hex($this->db instanceof PDO ? $this->db->quote("it's ü\\") : pg_escape_literal($this->db, "it's ü\\"));
    }

    // A query that takes a while after it has begun to read the table, by a connection that is like all others of its kind.
    protected function report(string $table): array
    {
        $query = 'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 100)'
            . " SELECT t.id, t.name, (SELECT COUNT(*) FROM n AS a, n AS b WHERE a.i + b.i + t.id > 0) FROM public.$table AS t WHERE t.id > ? ORDER BY t.id";
        $ways = [[], [PDO::ATTR_EMULATE_PREPARES => true], [PDO::PGSQL_ATTR_DISABLE_PREPARES => true], null];
        $options = $ways[$table[1] % 4];  // so that those of a table are equal
        if ($options === null) {
            return pg_fetch_all(quiet(fn() => pg_query_params(connect('pgsql', flags: PGSQL_CONNECT_FORCE_NEW), str_replace('?', '$1', $query), [0])), PGSQL_NUM);
        }
        $statement = connect('pdo', $options)->prepare($query);
        $statement->execute([0]);
        return $statement->fetchAll(PDO::FETCH_NUM);
    }

    protected function writing(): array
    {
        return [self::INSERT, "UPDATE public.@own SET name = '{n}'", 'DELETE FROM public.@own WHERE id > 2'];
    }

    // pgsql's cannot be freed, so an object without state executes its text.
    private function prepare_one(): mixed
    {
        $mark = $this->db instanceof PDO ? ['?', '?'] : ['$1', '$2'];
        $text = $this->text(sprintf('SELECT %s::int, COUNT(*), current_setting(\'TimeZone\') FROM public.@own WHERE id > %s::int', ...$mark));
        if ($this->db instanceof PDO || !$this->may_pin) {
            return $this->db instanceof PDO ? $this->db->prepare($text) : $text;
        }
        $name = 'own_' . $this->dice->number(0, 9999);
        quiet(fn() => pg_prepare($this->db, $name, $text));
        return $name;
    }

    private function execute_one(mixed $statement): array
    {
        $values = [$this->dice->number(0, 9), $this->dice->number(0, 9)];
        if (is_string($statement)) {
            $execute = $this->may_pin ? pg_execute(...) : pg_query_params(...);
            return pg_fetch_all(quiet(fn() => $execute($this->db, $statement, $values)), PGSQL_NUM);
        }
        $statement->execute($values);
        return $statement->fetchAll(PDO::FETCH_NUM);
    }

    protected function prepared(): array
    {
        $statement = $this->prepare_one();
        return [$this->execute_one($statement), $this->execute_one($statement)];
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

    protected function several(): mixed
    {
        $text = $this->text('{SELECT 1; SELECT 2, 3|SELECT 1; SELECT nothing|SELECT 1; SELECT COUNT(*) FROM public.@own}');
        if ($this->may_pin) {
            $text = $this->dice->one_of([$text, 'SELECT 1; SELEC', "SET TimeZone = 'UTC'; SHOW TimeZone"]);
        }
        if ($this->db instanceof PDO) {
            return $this->db->exec($text);
        }
        return pg_fetch_all(quiet(fn() => pg_query($this->db, $text)), PGSQL_NUM);
    }

    protected function noticed(): array
    {
        return notice($this->db);
    }

    protected function notified(): array
    {
        return notification($this->db);
    }

    protected function copy(): mixed
    {
        $table = $this->text('public.@own');
        $line = $this->dice->number(100, 200) . "\tcopied";
        if ($this->db instanceof PDO) {
            return [$this->db->pgsqlCopyFromArray($table, [$line]), count($this->db->pgsqlCopyToArray($table) ?: [])];
        }
        return quiet(fn() => [pg_copy_from($this->db, $table, ["$line\n"]), count(pg_copy_to($this->db, $table) ?: [])]);
    }

    // The first time in a session libpq looks up the functions of large objects, and an error has a line more.
    protected function large_object(): mixed
    {
        try {
            return $this->write_large_object();
        } catch (PDOException | PgsqlError $error) {
            return strtok($error->getMessage(), "\n");
        }
    }

    private function write_large_object(): mixed
    {
        if ($this->db instanceof PDO) {
            $stream = $this->db->pgsqlLOBOpen($this->db->pgsqlLOBCreate(), 'w');
            return $stream === false ? false : fwrite($stream, 'text');
        }
        $number = quiet(fn() => pg_lo_create($this->db));
        return quiet(fn() => pg_lo_write(pg_lo_open($this->db, $number, 'w'), 'text'));
    }
}

serve_functions();
