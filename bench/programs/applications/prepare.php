<?php
// prepare.php: makes the table of the tests, and prints what the database is. With drop: ends that. With sleep: prints how many
// milliseconds SELECT SLEEP(0.01) takes, begun when a line comes in.
require __DIR__ . '/web/database.php';

set_exception_handler(function (Throwable $thrown) {
    fwrite(STDERR, $thrown->getMessage());
    exit(1);
});

if (($argv[1] ?? '') === 'sleep') {
    $connection = new Connection();
    $connection->rows(PAUSE);
    echo "ready\n";
    fgets(STDIN);
    $from = hrtime(true);
    for ($i = 0; $i < 50; ++$i) {
        $connection->rows(PAUSE);
    }
    echo (hrtime(true) - $from) / 50e6, "\n";
    exit;
}
$mysql = new mysqli(
    getenv('BENCH_HOST') ?: null,
    getenv('BENCH_USER') ?: null,
    getenv('BENCH_PASSWORD') ?: null,
    getenv('BENCH_DATABASE') ?: null,
    (int) getenv('BENCH_PORT'),
);
if (($argv[1] ?? '') === 'drop') {
    $mysql->query('DROP TABLE test1');
    exit;
}
$mysql->query('CREATE TABLE test1 (test1_id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, test1_timestamp int unsigned,'
    . ' test1_data varchar(2000), test1_some_fk int unsigned) ENGINE=InnoDB CHARSET=utf8');
foreach ([1, 2] as $row) {
    $mysql->query("INSERT INTO test1 VALUES ($row, 1570000000, '" . str_repeat('lorem ipsum ', 20) . "', 4$row)");
}
echo $mysql->server_info;
