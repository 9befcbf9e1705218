<?php
// actions.php: what programs do with a connection to MySQL or MariaDB, for the tests of db_connections.
//
// connect() is as a program has it. state() is everything of a session that a program can see. dirty() leaves as much as
// it can of one kind in a session.

require_once __DIR__ . '/../support/mysql.php';

function connect(string $kind, array $options = [], string $user = 'root', string $password = '', ?string $database = 'test'): PDO|mysqli
{
    if ($kind === 'pdo') {
        $name = $database === null ? '' : ";dbname=$database";
        return new PDO('mysql:host=127.0.0.1;port=' . given('port') . "$name;charset=utf8mb4", $user, $password, $options);
    }
    mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
    $db = new mysqli('127.0.0.1', $user, $password, $database, given('port'));
    $db->set_charset('utf8mb4');
    return $db;
}

function rows(PDO|mysqli $db, string $query): array
{
    $result = $db->query($query);
    return $result instanceof PDOStatement ? $result->fetchAll(PDO::FETCH_NUM) : $result->fetch_all();
}

function value(PDO|mysqli $db, string $query): mixed
{
    return rows($db, $query)[0][0] ?? null;
}

function execute(PDO|mysqli $db, string ...$queries): void
{
    foreach ($queries as $query) {
        $result = $db->query($query);
        if ($result instanceof PDOStatement && $result->columnCount() > 0) {
            $result->fetchAll();
        } elseif ($result instanceof mysqli_result) {
            $result->free();
        }
    }
}

// "" or the error of a query.
function failure(PDO|mysqli $db, string $query): string
{
    try {
        execute($db, $query);
        return '';
    } catch (PDOException | mysqli_sql_exception $error) {
        return $error->getMessage();
    }
}

// Values that differ between two new sessions.
const PRIVATE_VARIABLES = ['pseudo_thread_id', 'timestamp', 'rand_seed1', 'rand_seed2'];

function state(PDO|mysqli $db): array
{
    $last = value($db, 'SELECT LAST_INSERT_ID()');
    $found = value($db, 'SELECT FOUND_ROWS()');
    $variables = array_column(rows($db, 'SHOW SESSION VARIABLES'), 1, 0);
    return [
        'last_insert_id' => $last,
        'found_rows' => $found,
        'variables' => array_diff_key($variables, array_flip(PRIVATE_VARIABLES)),
        'user_variables' => rows($db, 'SELECT VARIABLE_NAME, VARIABLE_VALUE FROM information_schema.USER_VARIABLES ORDER BY 1'),
        'user' => rows($db, 'SELECT USER(), CURRENT_USER(), CURRENT_ROLE(), DATABASE()'),
        'temporary' => failure($db, 'SELECT * FROM test.temporary_things'),
        'lock' => value($db, "SELECT IS_USED_LOCK('a lock') = CONNECTION_ID()"),
        'handler' => failure($db, 'HANDLER things READ FIRST'),
        'statement' => failure($db, 'EXECUTE prepared_things'),
        'sequence' => failure($db, 'SELECT LASTVAL(test.numbers) IS NULL AND 1 / (LASTVAL(test.numbers) IS NULL)'),
        'sequence_value' => value($db, 'SELECT LASTVAL(test.numbers)'),
        'xa' => failure($db, "XA END 'dirt'"),
        'written' => failure($db, "UPDATE test.things SET name = 'dirt' WHERE id = 0"),
        'multiple' => $db instanceof PDO ? '' : failure($db, 'SELECT 1; SELECT 2'),
        'dirt' => value($db, "SELECT COUNT(*) FROM test.things WHERE name = 'dirt'"),
        'warnings' => value($db, 'SELECT @@warning_count'),
        'transaction' => $db instanceof PDO ? $db->inTransaction() : value($db, 'SELECT @@in_transaction'),
        'charset' => $db instanceof PDO ? $db->query("SELECT CHARSET('a')")->fetchColumn() : $db->character_set_name(),
    ];
}

const DIRT = [
    'settings' => ["SET sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES'", "SET time_zone = '+05:00'", 'SET sql_select_limit = 1', 'SET foreign_key_checks = 0',
        'SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED', 'SET group_concat_max_len = 8', 'SET sql_safe_updates = 1',
        'SET unique_checks = 0', 'SET sql_auto_is_null = 1', 'SET lock_wait_timeout = 1', 'SET insert_id = 500', 'SET timestamp = 1000',
        'SET profiling = 1', 'SET max_statement_time = 100', "SET lc_time_names = 'de_DE'", 'SET wait_timeout = 1000'],
    'charset' => ["SET NAMES latin1 COLLATE latin1_german1_ci", "SET collation_database = 'latin1_bin'", "SET character_set_results = NULL"],
    'autocommit' => ['SET autocommit = 0', "INSERT INTO things (name) VALUES ('dirt')"],
    'variables' => ["SET @secret = 'secret'", 'SELECT @other := 1', 'SELECT 7 INTO @third'],
    'temporary' => ['CREATE TEMPORARY TABLE temporary_things (id INT)', 'INSERT INTO temporary_things VALUES (1)'],
    'transaction' => ['START TRANSACTION', "INSERT INTO things (name) VALUES ('dirt')"],
    'one_transaction' => ['SET TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY'],
    'snapshot' => ['START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY'],
    'xa' => ["XA START 'dirt'", "INSERT INTO things (name) VALUES ('dirt')"],
    'lock' => ["SELECT GET_LOCK('a lock', 1)", "SELECT GET_LOCK('another', 1)"],
    'table_lock' => ['LOCK TABLES things WRITE'],
    'global_lock' => ['FLUSH TABLES WITH READ LOCK'],
    'database' => ['USE other'],
    'statement' => ["PREPARE prepared_things FROM 'SELECT 1'"],
    'handler' => ['HANDLER things OPEN'],
    'insert' => ["INSERT INTO things (name) VALUES ('x'), ('y')"],
    'sequence' => ['SELECT NEXTVAL(numbers)'],
    'found' => ['SELECT SQL_CALC_FOUND_ROWS id FROM things LIMIT 1'],
    'warning' => ["SELECT CAST('x' AS INT)"],
    'backup' => ['BACKUP STAGE START'],
    'role' => ['SET ROLE dirty'],
];

function dirty(PDO|mysqli $db, string $kind): void
{
    execute($db, ...DIRT[$kind]);
}
