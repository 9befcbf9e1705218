<?php
// Helper functions and an autoloader. BENCH_CLASSES is a folder with autoload.php and with list.php, the names of classes.
function text(mixed $value): string
{
    return print_r($value, true);
}

require_once getenv('BENCH_CLASSES') . '/autoload.php';

function load_classes(): void
{
    /** @var list<string> $classes */
    $classes = require getenv('BENCH_CLASSES') . '/list.php';
    foreach ($classes as $class) {
        class_exists($class) || throw new LogicException("there is no class $class");
    }
}
