<?php
// others.php: a page of a classic site with a connection to PostgreSQL or Redis, for other_sites_test.py.

$pgsql = 'host=127.0.0.1 dbname=postgres user=tern port=' . getenv('PGSQL_PORT');
$name = "SELECT pg_backend_pid(), current_setting('application_name')";
if ($_GET['kind'] === 'pdo') {
    $db = new PDO("pgsql:$pgsql");
    [$id, $left] = $db->query($name)->fetch(PDO::FETCH_NUM);
    $db->exec("SET application_name = 'left'");
} elseif ($_GET['kind'] === 'pgsql') {
    $db = pg_connect($pgsql);
    [$id, $left] = pg_fetch_row(pg_query($db, $name));
    pg_query($db, "SET application_name = 'left'");
} else {
    $db = new Redis();
    $db->connect('127.0.0.1', (int) getenv('REDIS_PORT'));
    [$id, $left] = [$db->client('id'), (string) $db->client('getname')];
    $db->client('setname', 'left');
}

final class Keeper
{
    public static mixed $db;
}

// How the page ends.
switch ($_GET['end'] ?? '') {
    case 'exit':
        echo json_encode([(int) $id, $left]);
        exit;
    case 'memory':
        str_repeat('x', PHP_INT_MAX >> 20);
        break;
    case 'error':
        trigger_error('the end', E_USER_ERROR);
        break;
    case 'cycle':
        $cycle = new stdClass();
        $cycle->self = $cycle;
        $cycle->db = $db;
        break;
    case 'static':
        Keeper::$db = $db;
        break;
}
echo json_encode([(int) $id, $left]);
