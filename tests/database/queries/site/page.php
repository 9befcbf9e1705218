<?php
// page.php: a page of a classic site with N+1 queries, for queries_test.py.

$db = new PDO('mysql:host=127.0.0.1;port=' . getenv('DATABASE_PORT') . ';dbname=test', 'root', '');
for ($i = 0; $i < 7; ++$i) {
    $db->query("SELECT $i, name FROM things")->fetchAll();
}
echo 'seven';
