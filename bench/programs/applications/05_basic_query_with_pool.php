<?php
require __DIR__ . '/serve.php';
require __DIR__ . '/database.php';

serve(fn() => print_r(with_connection(fn($connection) => $connection->rows(QUERY)), true));
