<?php
// pgsql_application.php: an application for pgsql_queries_test.py, which finds its lines by their comments.

require_once __DIR__ . '/../pgsql_actions.php';
require_once __DIR__ . '/vendor/orm/orm.php';

const ORDERS = 8;

function on_setup(): array
{
    $db = connect('pdo');
    execute(
        $db,
        'DROP TABLE IF EXISTS orders, items',
        'CREATE TABLE orders (id INT PRIMARY KEY, customer INT)',
        'CREATE TABLE items (id SERIAL PRIMARY KEY, order_id INT, name VARCHAR(20))',
        'INSERT INTO orders SELECT n, n FROM generate_series(1, ' . ORDERS . ') n',
        "INSERT INTO items (order_id, name) SELECT n, E'it\\'s' FROM generate_series(1, " . ORDERS . ') n',
    );
    return [];
}

// By a package, with prepared statements of PDO.
function on_orm(): array
{
    $db = connect('pdo');
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
    $db = connect('pgsql');
    pg_prepare($db, 'items', 'SELECT name FROM items WHERE order_id = $1');
    $count = 0;
    foreach (pg_fetch_all_columns(pg_query($db, 'SELECT id FROM orders')) as $id) {
        $count += pg_num_rows(pg_execute($db, 'items', [$id])); // planted: prepared
    }
    return [$count];
}

// Texts with values in them, quoted as only PostgreSQL does.
function on_text(): array
{
    $db = connect('pgsql');
    $count = 0;
    for ($id = 1; $id <= ORDERS; ++$id) {
        $result = pg_query($db, "SELECT customer FROM orders WHERE id = $id AND \$secret\$it's $id\$secret\$ <> E'\\'secret' /* /* $id */ ' */"); // planted: text
        $count += pg_num_rows($result);
    }
    return [$count];
}

function on_params(): array
{
    $db = connect('pgsql');
    $count = 0;
    for ($id = 1; $id <= ORDERS; ++$id) {
        $count += pg_num_rows(pg_query_params($db, 'SELECT id FROM items WHERE order_id = $1::int', [$id])); // planted: params
    }
    return [$count];
}

// Sent, and awaited later.
function on_sent(): array
{
    $db = connect('pgsql');
    pg_send_prepare($db, 'named', 'SELECT name FROM items WHERE id = $1');
    pg_get_result($db);
    $count = 0;
    for ($id = 1; $id <= ORDERS; ++$id) {
        pg_send_execute($db, 'named', [$id]);
        while ($result = pg_get_result($db)) { // planted: sent
            $count += pg_num_rows($result);
        }
    }
    pg_send_query($db, 'SELECT id FROM orders; SELECT 1');
    $count += pg_num_rows(pg_get_result($db)) + pg_num_rows(pg_get_result($db));
    pg_send_query_params($db, 'SELECT id FROM orders WHERE id < $1', [3]);
    $count += pg_num_rows(pg_get_result($db));
    return [$count];
}

function on_again(): array
{
    $db = connect('pdo');
    for ($i = 0; $i < 3; ++$i) {
        $statement = $db->prepare('SELECT * FROM orders WHERE customer = ?');
        $statement->execute([1]); // again
        $statement->fetchAll();
    }
    return [];
}

function on_transaction(): array
{
    $db = connect('pdo');
    $db->beginTransaction();
    $db->exec('UPDATE orders SET customer = customer WHERE id <= 3');
    $db->query('SELECT pg_sleep(0.02)')->fetchAll();
    $db->commit();
    return [];
}

// An error, changed rows, and values in a transaction that fails.
function on_rows(): array
{
    $db = connect('pdo');
    failure($db, "SELECT nothing FROM orders WHERE id = 'secret'");
    $db->query('INSERT INTO items (order_id, name) VALUES (9, $$secret$$), (9, $$secret$$) RETURNING id')->fetchAll();
    $db->exec('DELETE FROM items WHERE order_id = 9');
    $db->query('SELECT id, customer FROM orders')->fetchAll();
    return [];
}

function on_copy(): array
{
    $db = connect('pgsql');
    pg_copy_from($db, 'items', ["101\t9\tsecret\n", "102\t9\tsecret\n"]);
    $rows = pg_copy_to($db, 'items');
    pg_query($db, 'DELETE FROM items WHERE order_id = 9');
    return [count($rows)];
}

// The server itself has prepared it.
function on_named(): array
{
    $db = connect('pgsql');
    pg_query($db, 'PREPARE own (int) AS SELECT id FROM orders WHERE id = $1');
    return [pg_num_rows(pg_execute($db, 'own', [1]))];
}

function on_old_strings(): array
{
    $db = connect('pgsql');
    pg_query($db, 'SET standard_conforming_strings = off');
    return [pg_num_rows(@pg_query($db, "SELECT id FROM orders WHERE 'it\\'s secret' <> 'more'"))];
}

// Two requests at a time on one worker.
function on_slow($request): array
{
    rows(connect('pdo'), 'SELECT pg_sleep(0.05), ' . (int) $request->get['number']);
    return [];
}

// The connection ends in a query.
function on_ended(): array
{
    $db = connect('pgsql');
    return [@pg_query($db, 'SELECT pg_terminate_backend(pg_backend_pid())')];
}
