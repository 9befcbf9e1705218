<?php
// pick_classes.php AUTOLOAD COUNT NAME...: prints so many of the classes that load by themselves, the same ones each time.
require $argv[1];
set_error_handler(fn($level, $text) => throw new ErrorException($text));
$names = array_slice($argv, 3);
sort($names);
mt_srand(2019);
shuffle($names);
$picked = [];
foreach ($names as $name) {
    try {
        if (class_exists($name)) {
            $picked[] = $name;
        }
    } catch (Throwable) {
        continue;  // one of its parents is in a package that is not here
    }
    if (count($picked) == $argv[2]) {
        break;
    }
}
echo json_encode($picked);
