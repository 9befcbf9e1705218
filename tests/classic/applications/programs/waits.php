<?php

declare(strict_types=1);

// A page that asks the database five times and waits 20 ms for each answer.
$database = new mysqli('127.0.0.1', 'site', 'PASSWORD', '', PORT);
for ($i = 0; $i < 5; ++$i) {
    $row = $database->query("SELECT $i AS number, SLEEP(0.02)")->fetch_assoc();
    echo "<p>{$row['number']}</p>\n";
}
