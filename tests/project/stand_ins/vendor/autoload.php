<?php
// The classes of RoadRunner's packages and of Workerman that the programs of the suite use.
require __DIR__ . '/../server.php';

spl_autoload_register(function (string $class): void {
    require __DIR__ . '/' . (str_starts_with($class, 'Workerman\\') ? 'workerman.php' : 'roadrunner.php');
});
