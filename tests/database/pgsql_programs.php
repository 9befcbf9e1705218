<?php
// pgsql_programs.php: random programs of statements, for pgsql_programs_test.py. A seed makes always the same program. What it sees
// must not depend on where its connection comes from.

require __DIR__ . '/common.php';
require __DIR__ . '/pgsql_actions.php';

use PgSql\Connection;

// What one step of a program does with the connection returns what the program sees.
final class Program
{
    private const SETTINGS = ["TimeZone = 'Asia/Tokyo'", "TimeZone = 'UTC'", "DateStyle = 'German'", 'extra_float_digits = 0', "bytea_output = 'escape'",
        'standard_conforming_strings = off', 'search_path = other, public', 'search_path = public', "IntervalStyle = 'iso_8601'", "work_mem = '100kB'",
        'default_transaction_read_only = on', "default_transaction_isolation = 'serializable'", "client_encoding = 'LATIN1'", "client_encoding = 'UTF8'",
        'statement_timeout = 5000', "application_name = 'program'", 'enable_seqscan = off', 'client_min_messages = warning', 'nothing = 1'];
    private const SHOWN = ['TimeZone', 'DateStyle', 'search_path', 'client_encoding', 'transaction_isolation', 'transaction_read_only', 'work_mem',
        'standard_conforming_strings', 'application_name', 'session_authorization', 'statement_timeout', 'lock_timeout', 'seed_of_nothing'];
    private const WRONG = ['SELEC 1', 'SELECT * FROM nowhere', 'INSERT INTO t (id) VALUES (1), (1)', 'SELECT 1 / 0', "SELECT 'x'::int", 'SELECT nothing FROM t',
        'CALL nothing()', 'DROP TABLE nowhere', 'FETCH kept', 'EXECUTE prepared_things', 'RELEASE SAVEPOINT one', 'SELECT lastval()'];

    private PDO|Connection $db;
    private array $kept = [];

    public function __construct(private readonly string $kind, int $seed)
    {
        mt_srand($seed);
        $this->db = $this->connect();
    }

    private function connect(): PDO|Connection
    {
        if ($this->kind === 'pgsql') {
            return connect('pgsql');
        }
        return connect('pdo', [PDO::ATTR_EMULATE_PREPARES => mt_rand(0, 1) === 1, PDO::PGSQL_ATTR_DISABLE_PREPARES => mt_rand(0, 2) === 0]);
    }

    public function run(): array
    {
        $seen = [];
        for ($left = mt_rand(5, 20); $left > 0; --$left) {
            $step = self::STEPS[mt_rand(0, count(self::STEPS) - 1)];
            try {
                $seen[] = [$step, $this->$step()];
            } catch (PDOException | PgsqlError $error) {
                $seen[] = [$step, $error->getMessage()];
            }
        }
        if (mt_rand(0, 2) === 0) {
            unset($this->db);
        }
        return $seen;
    }

    private const STEPS = ['insert', 'insert', 'select', 'update', 'setting', 'setting', 'show', 'show', 'begin', 'commit', 'rollback', 'savepoint', 'temporary',
        'temporaryRows', 'prepared', 'preparedAgain', 'lock', 'locks', 'tableLock', 'text', 'wrong', 'sequence', 'statement', 'cursor', 'fetch', 'listen',
        'notification', 'notice', 'driver', 'wait', 'again', 'user', 'role', 'largeObject', 'several', 'asynchronous', 'copy', 'state', 'dirt', 'verbosity',
        'characteristics', 'discard'];

    private function insert(): array
    {
        $name = ['a', "it''s", 'ü', 'long ' . mt_rand(0, 99)][mt_rand(0, 3)];
        return rows($this->db, "INSERT INTO public.t (name) VALUES ('$name'), ('second') RETURNING id");
    }

    private function select(): array
    {
        return rows($this->db, ['SELECT * FROM public.t ORDER BY id', 'SELECT name, COUNT(*) FROM public.t GROUP BY name ORDER BY 1', 'SELECT id FROM t LIMIT 2'][mt_rand(0, 2)]);
    }

    private function update(): array
    {
        execute($this->db, 'UPDATE public.t SET name = ' . ["'x'", 'name', "name || 'y'"][mt_rand(0, 2)] . ' WHERE id < ' . mt_rand(1, 9));
        return $this->driver();
    }

    private function setting(): string
    {
        execute($this->db, ['SET ', 'SET SESSION ', 'SET LOCAL '][mt_rand(0, 2)] . self::SETTINGS[mt_rand(0, count(self::SETTINGS) - 1)]);
        return 'set';
    }

    private function show(): mixed
    {
        return value($this->db, 'SHOW ' . self::SHOWN[mt_rand(0, count(self::SHOWN) - 1)]);
    }

    private function begin(): mixed
    {
        if ($this->db instanceof PDO && mt_rand(0, 1) === 0) {
            return $this->db->beginTransaction();
        }
        execute($this->db, ['BEGIN', 'START TRANSACTION READ ONLY', 'BEGIN ISOLATION LEVEL SERIALIZABLE'][mt_rand(0, 2)]);
        return 'begun';
    }

    private function commit(): mixed
    {
        execute($this->db, 'COMMIT');
        return 'done';
    }

    private function rollback(): mixed
    {
        execute($this->db, 'ROLLBACK');
        return 'done';
    }

    private function savepoint(): mixed
    {
        execute($this->db, ['SAVEPOINT one', 'ROLLBACK TO SAVEPOINT one', 'RELEASE SAVEPOINT one'][mt_rand(0, 2)]);
        return 'done';
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
        if ($this->db instanceof PDO) {
            $statement = $this->db->prepare('SELECT ?::int, COUNT(*) FROM public.t WHERE id > ?::int');
            $statement->execute([mt_rand(0, 9), mt_rand(0, 9)]);
            $this->kept = [$statement];
            return $statement->fetchAll(PDO::FETCH_NUM);
        }
        quiet(fn() => pg_prepare($this->db, 'prepared_things', 'SELECT $1::int'));
        return pg_fetch_all(quiet(fn() => pg_execute($this->db, 'prepared_things', [5])), PGSQL_NUM);
    }

    private function preparedAgain(): mixed
    {
        if (!$this->db instanceof PDO) {
            return pg_fetch_all(quiet(fn() => pg_execute($this->db, 'prepared_things', [6])), PGSQL_NUM);
        }
        if (!isset($this->kept[0])) {
            return 'none';
        }
        $this->kept[0]->execute([1, 1]);
        return $this->kept[0]->fetchAll(PDO::FETCH_NUM);
    }

    private function lock(): mixed
    {
        return value($this->db, 'SELECT pg_try_advisory_lock(' . mt_rand(11, 13) . ')');
    }

    private function locks(): array
    {
        return rows($this->db, "SELECT pg_advisory_unlock(1), pg_advisory_unlock_shared(2), COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()");
    }

    private function tableLock(): mixed
    {
        execute($this->db, 'LOCK TABLE public.t IN ' . ['SHARE', 'ACCESS EXCLUSIVE'][mt_rand(0, 1)] . ' MODE NOWAIT');
        return 'locked';
    }

    private function text(): array
    {
        $seen = rows($this->db, "SELECT '\\n', length('ü'), '2020-01-02'::date, 1 / 3.0::float8, 'a\\001'::bytea, interval '1 day', '2020-01-02 00:00+00'::timestamptz");
        $binary = is_resource($seen[0][4]) ? stream_get_contents($seen[0][4]) : $seen[0][4];
        $quoted = $this->db instanceof PDO ? $this->db->quote("it's ü\\") : pg_escape_literal($this->db, "it's ü\\");
        return [array_replace($seen[0], [4 => bin2hex($binary)]), bin2hex($quoted)];
    }

    private function wrong(): array
    {
        return [failure($this->db, self::WRONG[mt_rand(0, count(self::WRONG) - 1)]), $this->driver()];
    }

    private function sequence(): array
    {
        return [failure($this->db, "SELECT currval('public.numbers')"), mt_rand(0, 1) === 0 ? value($this->db, "SELECT nextval('public.numbers') > 0") : null,
            $this->db instanceof PDO ? failure($this->db, "SELECT 1 WHERE lastval() < 0") : null];
    }

    private function statement(): string
    {
        execute($this->db, 'PREPARE prepared_things AS SELECT 5');
        return 'prepared';
    }

    private function cursor(): string
    {
        execute($this->db, 'DECLARE kept CURSOR ' . ['', 'WITH HOLD '][mt_rand(0, 1)] . 'FOR SELECT generate_series(1, 5)');
        return 'declared';
    }

    private function fetch(): array
    {
        return rows($this->db, 'FETCH 2 FROM kept');
    }

    private function listen(): string
    {
        execute($this->db, ['LISTEN mine', 'UNLISTEN *', "NOTIFY mine, 'one'", "NOTIFY dirt, 'dirt'"][mt_rand(0, 3)]);
        return 'done';
    }

    private function notification(): array
    {
        return notification($this->db);
    }

    private function notice(): array
    {
        return notice($this->db);
    }

    private function driver(): array
    {
        return driver($this->db);
    }

    private function wait(): string
    {
        mt_rand(0, 1) === 0 ? usleep(1000) : rows($this->db, 'SELECT pg_sleep(0.001)');
        return 'waited';
    }

    private function again(): string
    {
        $this->kept = [];
        if (mt_rand(0, 1) === 0 && !$this->db instanceof PDO) {
            pg_close($this->db);
        }
        unset($this->db);
        $this->db = $this->connect();
        return 'again';
    }

    private function user(): array
    {
        return rows($this->db, "SELECT session_user, current_user, current_setting('role')");
    }

    private function role(): array
    {
        execute($this->db, ['SET ROLE dirty', 'RESET ROLE', 'SET SESSION AUTHORIZATION dirty', 'RESET SESSION AUTHORIZATION', 'SET LOCAL ROLE dirty'][mt_rand(0, 4)]);
        return $this->user();
    }

    private function largeObject(): mixed
    {
        if ($this->db instanceof PDO) {
            $number = $this->db->pgsqlLOBCreate();
            $stream = $this->db->pgsqlLOBOpen($number, 'w');
            if ($stream === false) {
                return false;
            }
            $this->kept['object'] = $stream;
            return fwrite($stream, 'text');
        }
        $number = quiet(fn() => pg_lo_create($this->db));
        $object = quiet(fn() => pg_lo_open($this->db, $number, 'w'));
        $this->kept['object'] = $object;
        return quiet(fn() => pg_lo_write($object, 'text'));
    }

    private function several(): mixed
    {
        if ($this->db instanceof PDO) {
            return $this->db->exec('SELECT 1; SELECT 2, 3');
        }
        return pg_fetch_all(quiet(fn() => pg_query($this->db, ['SELECT 1; SELECT 2, 3', 'SELECT 1; SELEC', "SET TimeZone = 'UTC'; SHOW TimeZone"][mt_rand(0, 2)])), PGSQL_NUM);
    }

    // The program may leave results.
    private function asynchronous(): mixed
    {
        if ($this->db instanceof PDO) {
            return 'none';
        }
        $sent = quiet(fn() => pg_send_query($this->db, ['SELECT 1', 'SELECT 1; SELECT 2', 'SELECT 1 / 0', 'SELECT pg_sleep(0.01)'][mt_rand(0, 3)]));
        if (mt_rand(0, 2) === 0) {
            return $sent;
        }
        $results = [];
        while ($result = pg_get_result($this->db)) {
            $results[] = [pg_result_status($result), pg_result_error($result)];
        }
        return $results;
    }

    private function copy(): mixed
    {
        if ($this->db instanceof PDO) {
            return mt_rand(0, 1) === 0
                ? [$this->db->pgsqlCopyFromArray('public.t', ["100\tcopied"]), count($this->db->pgsqlCopyToArray('public.t'))]
                : $this->db->exec('COPY public.t (name) FROM STDIN');
        }
        return quiet(fn() => [pg_copy_from($this->db, 'public.t', ["100\tcopied\n"]), count(pg_copy_to($this->db, 'public.t'))]);
    }

    private function state(): array
    {
        return array_diff_key(state($this->db), ['dirt' => 1, 'locks' => 1]);
    }

    private function dirt(): string
    {
        dirty($this->db, ['settings', 'characteristics', 'charset', 'statement', 'listen', 'role', 'wrong'][mt_rand(0, 6)]);
        return 'dirty';
    }

    private function verbosity(): mixed
    {
        if ($this->db instanceof PDO) {
            return 'none';
        }
        return [pg_set_error_verbosity($this->db, PGSQL_ERRORS_TERSE), pg_set_client_encoding($this->db, ['LATIN1', 'UTF8'][mt_rand(0, 1)]), pg_client_encoding($this->db)];
    }

    private function characteristics(): array
    {
        execute($this->db, ['SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY', 'SET TRANSACTION READ ONLY'][mt_rand(0, 1)]);
        return rows($this->db, "SELECT current_setting('transaction_read_only'), current_setting('default_transaction_read_only')");
    }

    private function discard(): string
    {
        execute($this->db, ['DISCARD ALL', 'RESET ALL', 'DEALLOCATE ALL', 'DISCARD TEMP'][mt_rand(0, 3)]);
        return 'done';
    }
}

// Fills both connections of each driver with dirt.
function on_fill($request): array
{
    mt_srand((int) $request->get['seed']);
    foreach ([connect('pdo'), connect('pgsql')] as $db) {
        foreach ((array) array_rand(DIRT, 6) as $kind) {
            if ($kind === 'copy' || $kind === 'table_lock' && !$db instanceof PDO) {
                continue;
            }
            try {
                dirty($db, $kind);
            } catch (PDOException | PgsqlError) {  // a kind may forbid another one
            }
        }
    }
    return [];
}

function on_prepare(): array
{
    execute(
        connect('pdo'),
        'DROP TABLE IF EXISTS public.t',
        'CREATE TABLE public.t (id SERIAL PRIMARY KEY, name VARCHAR(100))',
        "INSERT INTO public.t (name) VALUES ('first')",
        'GRANT ALL ON public.t TO dirty',
    );
    return [];
}

function on_program($request): array
{
    return (new Program($request->get['kind'], (int) $request->get['seed']))->run();
}

serve_functions();
