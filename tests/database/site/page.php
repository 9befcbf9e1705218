<?php
// page.php: a page of a classic site with a connection, for sites_test.py.

$kind = $_GET['kind'] ?? 'pdo';
$port = (int) getenv('DATABASE_PORT');
if ($kind === 'pdo') {
    $db = new PDO("mysql:host=127.0.0.1;port=$port;dbname=test", 'root', '');
    $id = (int) $db->query('SELECT CONNECTION_ID()')->fetchColumn();
    $left = $db->query('SELECT @left')->fetchColumn();
    $db->exec('SET @left = 1');
} else {
    $db = mysqli_connect('127.0.0.1', 'root', '', 'test', $port);
    $id = $db->thread_id;
    $left = $db->query('SELECT @left')->fetch_row()[0];
    $db->query('SET @left = 1');
}

// How the page ends.
switch ($_GET['end'] ?? '') {
    case 'exit':
        echo json_encode([$id, $left]);
        exit;
    case 'memory':
        $rows = $db->query("SELECT REPEAT('x', 15000000) UNION ALL SELECT REPEAT('y', 15000000) UNION ALL SELECT REPEAT('z', 15000000)");
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
        class Keeper
        {
            public static mixed $db;
        }
        Keeper::$db = $db;
        break;
}
echo json_encode([$id, $left]);
