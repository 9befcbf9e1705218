<?php
// make.php mysql|pgsql: makes the database `library` anew.

if ($argv[1] === 'mysql') {
    $db = new PDO(getenv('PDO_MYSQL_TEST_DSN'), 'root', '');
    $drop = 'DROP DATABASE IF EXISTS library';
} else {
    $db = new PDO(getenv('PDO_PGSQL_TEST_DSN'));
    $db->query("SELECT 1 FROM pg_roles WHERE rolname = 'root'")->fetch() || $db->exec('CREATE ROLE root SUPERUSER LOGIN');
    $drop = 'DROP DATABASE IF EXISTS library WITH (FORCE)';
}
$db->exec($drop);
$db->exec('CREATE DATABASE library');
