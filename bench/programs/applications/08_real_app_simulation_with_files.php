<?php
require __DIR__ . '/serve.php';
require_once __DIR__ . '/classes.php';
require __DIR__ . '/database.php';
require __DIR__ . '/files.php';

load_classes();
serve(function () {
    $rows = read_often(10_000);
    use_files(10);
    return text($rows);
});
