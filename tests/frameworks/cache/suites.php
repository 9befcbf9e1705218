<?php

// suites.php AUTOLOAD SUITES CLASS: runs one suite for caches with PHPUnit, by the interfaces and classes that AUTOLOAD loads. SUITES: the
// folder of scripts/cache-suites.
[, $autoload, $suites, $class] = $argv;
$_SERVER['argv'] = $argv = ['phpunit', '--no-configuration', '--do-not-cache-result', __DIR__ . "/$class.php"];
$_SERVER['argc'] = $argc = 3;
set_include_path("$suites/usr/share/php");
require $autoload;
spl_autoload_register(static function (string $name) use ($suites): void {
    $file = "$suites/usr/share/php/" . strtr($name, '\\', '/') . '.php';
    is_file($file) && require $file;
});
require "$suites/usr/share/php/PHPUnit/Autoload.php";
PHPUnit\TextUI\Command::main();
