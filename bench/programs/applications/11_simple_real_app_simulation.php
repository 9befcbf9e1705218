<?php
require __DIR__ . '/serve.php';
require_once __DIR__ . '/classes.php';
require __DIR__ . '/database.php';

load_classes();
serve(function () {
    $rows = read_often(1_000);
    with_connection(function ($connection) {
        $connection->rows(QUERY);
        $connection->rows(QUERY);
    });
    return text($rows);
});
