<?php
require __DIR__ . '/serve.php';
require __DIR__ . '/database.php';

serve(fn() => print_r((new Connection())->rows(QUERY), true));
