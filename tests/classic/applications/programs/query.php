<?php

declare(strict_types=1);

// query PORT PASSWORD QUERIES: sends queries to the database as the user `site`.
[, $port, $password, $queries] = $argv;
$client = new mysqli('127.0.0.1', 'site', $password, '', (int) $port);
$client->multi_query($queries);
do {
    $client->store_result();
} while ($client->more_results() && $client->next_result());
