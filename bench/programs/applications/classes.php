<?php
// Helper functions and an autoloader; BENCH_CLASSES is a folder with the files of classes.
function text(mixed $value): string
{
    return print_r($value, true);
}

spl_autoload_register(function (string $class) {
    $file = getenv('BENCH_CLASSES') . '/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});

function load_classes(): void
{
    foreach (glob(getenv('BENCH_CLASSES') . '/*.php') as $file) {
        class_exists(basename($file, '.php'));
    }
}
