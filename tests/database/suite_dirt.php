<?php
// suite_dirt.php: fills the connections that the tests of others will get with dirt. The number tells which.

require __DIR__ . '/../support/server.php';

mt_srand((int) $_GET['seed']);
$isPgsql = $_GET['database'] === 'pgsql';
require __DIR__ . ($isPgsql ? '/pgsql_actions.php' : '/actions.php');

$address = $_GET['address'] ?? '';
$all = match (true) {
    $address !== '' => [new PDO($address, 'root', ''), new PDO($address, 'root', '')],
    $isPgsql => [new PDO(getenv('PDO_PGSQL_TEST_DSN')), pg_connect(getenv('PGSQL_TEST_CONNSTR'))],
    default => [new PDO(getenv('PDO_MYSQL_TEST_DSN'), getenv('PDO_MYSQL_TEST_USER'), getenv('PDO_MYSQL_TEST_PASS')),
        new mysqli(getenv('MYSQL_TEST_HOST'), getenv('MYSQL_TEST_USER'), '', getenv('MYSQL_TEST_DB'), (int) getenv('MYSQL_TEST_PORT'))],
};
foreach ($all as $db) {
    // One does not wait for what the other has locked.
    execute($db, ...$isPgsql ? ['SET lock_timeout = 100'] : ['SET lock_wait_timeout = 1', 'SET innodb_lock_wait_timeout = 1']);
    foreach ((array) array_rand(array_diff_key(DIRT, ['copy' => 1, 'global_lock' => 1, 'backup' => 1]), 5) as $kind) {
        try {
            @dirty($db, $kind);
        } catch (Throwable) {  // the tables of other tests are missing here, or a kind forbids another one
        }
    }
}
echo 'dirty';
