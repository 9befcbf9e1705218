<?php
require __DIR__ . '/serve.php';
require_once __DIR__ . '/classes.php';
require __DIR__ . '/database.php';

load_classes();
serve(fn() => text(read_often(10_000)));
