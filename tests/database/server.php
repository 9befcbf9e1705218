<?php
// server.php: programs with connections to MariaDB, for shared_connections_test.py. A path is the name of a function.

require __DIR__ . '/common.php';
require __DIR__ . '/actions.php';

function on_id($request): array
{
    $db = connect($request->get['kind'] ?? 'pdo');
    return [(int) value($db, 'SELECT CONNECTION_ID()')];
}

function on_state($request): array
{
    $db = connect($request->get['kind']);
    $id = (int) value($db, 'SELECT CONNECTION_ID()');
    $known = $db instanceof mysqli ? $db->thread_id : $id;
    return ['id' => $id, 'known' => $known, 'state' => state($db)];
}

function on_dirty($request): array
{
    $db = connect($request->get['kind']);
    $id = (int) value($db, 'SELECT CONNECTION_ID()');
    dirty($db, $request->get['what']);
    return [$id];
}

function on_multiple(): array
{
    $db = connect('mysqli');
    $db->multi_query('SELECT 1; SELECT 2');
    do {
        $db->store_result();
    } while ($db->more_results() && $db->next_result());
    return [$db->thread_id];
}

function on_changed(): array
{
    $db = connect('mysqli');
    $db->change_user('second', 'pass', 'test');
    return [$db->thread_id];
}

function on_unbuffered(): array
{
    $db = connect('mysqli');
    $id = $db->thread_id;
    $db->real_query('SELECT 1 UNION SELECT 2 UNION SELECT 3');
    $result = $db->use_result();
    $result->fetch_row();
    $db->close();
    return [$id];
}

function on_statements(): array
{
    $db = connect('pdo', [PDO::ATTR_EMULATE_PREPARES => false]);
    $statement = $db->prepare('SELECT ?, CONNECTION_ID()');
    $statement->execute([5]);
    [$value, $id] = $statement->fetch(PDO::FETCH_NUM);
    return [$id];
}

function on_options(): array
{
    $db = connect('pdo', [PDO::ATTR_AUTOCOMMIT => 0, mysql_attribute('INIT_COMMAND') => "SET @init = 'yes', time_zone = '+03:00'"]);
    return rows($db, 'SELECT @init, @@time_zone, @@autocommit, CONNECTION_ID()')[0];
}

// Over TLS, compressed, or both: [session, cipher, compression, what 100 KB look like].
function on_transport($request): array
{
    $flags = array_filter(explode(',', $request->get['flags']));
    if ($request->get['kind'] === 'pdo') {
        $tls = [mysql_attribute('SSL_CA') => given('ca'), mysql_attribute('SSL_VERIFY_SERVER_CERT') => false];
        $db = connect('pdo', [mysql_attribute('COMPRESS') => in_array('compress', $flags, true)] + (in_array('tls', $flags, true) ? $tls : []));
    } else {
        $db = mysqli_init();
        $sum = (in_array('tls', $flags, true) ? MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT : 0)
            | (in_array('compress', $flags, true) ? MYSQLI_CLIENT_COMPRESS : 0);
        $db->real_connect('127.0.0.1', 'root', '', 'test', given('port'), null, $sum);
    }
    $large = value($db, "SELECT REPEAT('abc', 40000)");
    return [
        (int) value($db, 'SELECT CONNECTION_ID()'),
        rows($db, "SHOW SESSION STATUS LIKE 'Ssl_cipher'")[0][1] !== '',
        rows($db, "SHOW SESSION STATUS LIKE 'Compression'")[0][1],
        md5($large),
    ];
}

function on_socket(): array
{
    $db = new mysqli('localhost', 'root', '', 'test', null, given('socket'));
    return [$db->thread_id];
}

function on_persistent($request): array
{
    if (isset($request->get['mysqli'])) {
        $db = mysqli_init();
        $db->real_connect('p:127.0.0.1', 'root', '', 'test', given('port'));
        return [$db->thread_id];
    }
    $db = connect('pdo', [PDO::ATTR_PERSISTENT => true]);
    return [(int) value($db, 'SELECT CONNECTION_ID()')];
}

// The failure of a connect.
function on_wrong($request): array
{
    try {
        connect($request->get['kind'], [], 'second', 'wrong');
        return ['connected'];
    } catch (PDOException | mysqli_sql_exception $error) {
        return [$error->getMessage()];
    }
}

function on_second(): array
{
    return [(int) value(connect('pdo', [], 'second', 'pass'), 'SELECT CONNECTION_ID()')];
}

// A program that logs in without a database, and selects one later: [session, its database before].
function on_select($request): array
{
    ['kind' => $kind, 'user' => $user] = $request->get;
    $db = connect($kind, user: $user, password: $user === 'root' ? '' : 'pass', database: null);
    $seen = rows($db, 'SELECT CONNECTION_ID(), DATABASE()')[0];
    $db instanceof PDO ? execute($db, 'USE test') : $db->select_db('test');
    return [(int) $seen[0], $seen[1], value($db, 'SELECT DATABASE()')];
}

function on_hold($request): array
{
    $db = connect($request->get['kind'] ?? 'pdo');
    $id = (int) value($db, 'SELECT CONNECTION_ID()');
    note('HOLDS', (string) $id);
    await_file($request->get['until']);
    return [$id];
}

// An object that a program keeps, with something in its session that pins its connection.
function on_keep(): array
{
    static $db = null;
    $db ??= connect('pdo', [mysql_attribute('INIT_COMMAND') => 'SET @kept = 1']);
    return [(int) value($db, 'SELECT CONNECTION_ID()')];
}

function on_timeout(): array
{
    try {
        return [(int) value(connect('pdo'), 'SELECT CONNECTION_ID()')];
    } catch (PDOException $error) {
        return [$error->getCode(), $error->errorInfo, $error->getMessage()];
    }
}

function on_slow(): array
{
    $db = connect('mysqli');
    $self = Swoole\Coroutine::getCid();
    go(function () use ($self) {
        await_file('cancel');
        Swoole\Coroutine::cancel($self);
    });
    note('SLOW', (string) $db->thread_id);
    return [value($db, 'SELECT SLEEP(60)')];
}

function on_exit(): array
{
    $db = connect('pdo', [mysql_attribute('USE_BUFFERED_QUERY') => false]);
    note('ID', (string) value($db, 'SELECT CONNECTION_ID()'));
    $db->beginTransaction();
    $db->exec("INSERT INTO things (name) VALUES ('dirt')");
    $db->query('SELECT 1 UNION SELECT 2');
    exit;
}

function on_fork(): array
{
    $db = connect('pdo');
    $pid = pcntl_fork();
    if ($pid === 0) {
        pcntl_exec('/bin/true');
    }
    pcntl_waitpid($pid, $status);
    return [(int) value($db, 'SELECT CONNECTION_ID()')];
}

serve_functions();
