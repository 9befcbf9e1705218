<?php
// application.php: an application for queries_test.py, which finds its lines by their comments.

require_once __DIR__ . '/../../support/mysql.php';
require_once __DIR__ . '/vendor/orm/orm.php';

const ORDERS = 8;

function open_pdo(array $options = []): PDO
{
    return new PDO('mysql:host=127.0.0.1;port=' . given('port') . ';dbname=test;charset=utf8mb4', 'root', '', $options);
}

function open_mysqli(): mysqli
{
    mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
    return new mysqli('127.0.0.1', 'root', '', 'test', given('port'));
}

function on_setup(): array
{
    $db = open_pdo();
    $db->exec('CREATE OR REPLACE TABLE orders (id INT PRIMARY KEY, customer INT)');
    $db->exec('CREATE OR REPLACE TABLE items (id INT AUTO_INCREMENT PRIMARY KEY, order_id INT, name VARCHAR(20))');
    $db->exec('INSERT INTO orders VALUES ' . implode(', ', array_map(fn(int $id): string => "($id, $id)", range(1, ORDERS))));
    $db->exec('INSERT INTO items (order_id, name) VALUES ' . implode(', ', array_map(fn(int $id): string => "($id, 'it''s')", range(1, ORDERS))));
    for ($i = 0; $i < ORDERS; ++$i) {
        $db->exec("CREATE OR REPLACE TABLE shard_$i (id INT)");
    }
    return [];
}

// By a package, with statements of the driver.
function on_orm(): array
{
    $db = open_pdo();
    $items = new Orm\Table($db, 'items');
    $count = 0;
    foreach ($db->query('SELECT id FROM orders')->fetchAll(PDO::FETCH_COLUMN) as $id) {
        $count += count($items->where('order_id', (int) $id)); // planted: orm
    }
    return [$count];
}

// Prepared once at the server.
function on_prepared(): array
{
    $db = open_mysqli();
    $statement = $db->prepare('SELECT name FROM items WHERE order_id = ?');
    $count = 0;
    foreach ($db->query('SELECT id FROM orders')->fetch_all() as [$id]) {
        $statement->bind_param('i', $id);
        $statement->execute(); // planted: prepared
        $count += count($statement->get_result()->fetch_all());
    }
    return [$count];
}

// Texts with values in them, read row by row.
function on_text(): array
{
    $db = open_mysqli();
    $count = 0;
    for ($id = 1; $id <= ORDERS; ++$id) {
        $db->real_query("SELECT customer FROM orders WHERE id = $id /* order $id */"); // planted: text
        $result = $db->use_result();
        $count += count($result->fetch_all());
        $result->free();
    }
    return [$count];
}

// Looks like N+1, and is not: other statements, batches, writes, and few.
function on_others(): array
{
    $db = open_pdo();
    for ($i = 0; $i < ORDERS; ++$i) {
        $db->query("SELECT COUNT(*) FROM shard_$i")->fetchColumn();
    }
    foreach (array_chunk(range(1, 40), 5) as $ids) {
        $db->query('SELECT * FROM items WHERE id IN (' . implode(', ', $ids) . ')')->fetchAll();
        $db->exec('INSERT INTO shard_0 VALUES ' . implode(', ', array_map(fn(int $id): string => "($id)", $ids)));
    }
    $insert = $db->prepare('INSERT INTO shard_1 VALUES (?)');
    for ($i = 0; $i < ORDERS; ++$i) {
        $insert->execute([$i]);
    }
    for ($i = 1; $i <= 4; ++$i) {
        $db->query("SELECT * FROM orders WHERE id = $i")->fetchAll();
    }
    return [];
}

function on_again(): array
{
    $db = open_pdo([PDO::ATTR_EMULATE_PREPARES => false]);
    for ($i = 0; $i < 3; ++$i) {
        $statement = $db->prepare('SELECT * FROM orders WHERE customer = ?');
        $statement->execute([1]); // again
        $statement->fetchAll();
    }
    return [];
}

function on_transaction(): array
{
    $db = open_pdo();
    $db->beginTransaction();
    $db->exec('UPDATE orders SET customer = customer WHERE id <= 3');
    $db->query('SELECT SLEEP(0.02)')->fetchAll();
    $db->commit();
    return [];
}

// Several results of one query, an error, an unbuffered result, and one that is not read.
function on_rows(): array
{
    $db = open_mysqli();
    $db->multi_query('SELECT id FROM orders; SELECT id FROM items');
    do {
        $db->store_result()->free();
    } while ($db->more_results() && $db->next_result());
    try {
        $db->query("SELECT nothing FROM orders WHERE id = 'secret'");
    } catch (mysqli_sql_exception) {
    }
    $pdo = open_pdo([mysql_attribute('USE_BUFFERED_QUERY') => false]);
    foreach ($pdo->query('SELECT id, customer FROM orders') as $row) {
    }
    return [];
}

// Two requests at a time on one worker.
function on_slow($request): array
{
    $db = open_pdo();
    $db->query('SELECT SLEEP(0.05), ' . (int) $request->get['number'])->fetchAll();
    return [];
}
