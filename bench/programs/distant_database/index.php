<?php

declare(strict_types=1);

// A page that asks its database ten times, for bench/distant-database.
$database = new PDO('mysql:host=127.0.0.1;dbname=test;charset=utf8mb4;port=' . getenv('DATABASE_PORT'), 'root', '');
for ($i = 1; $i <= 10; ++$i) {
    $answer = $database->query("SELECT $i");
    echo $answer === false ? 'failed' : json_encode($answer->fetchAll(PDO::FETCH_NUM)), "\n";
}
