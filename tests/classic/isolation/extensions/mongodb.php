<?php
function run(string $name, Closure $wait): array
{
    $manager = new MongoDB\Driver\Manager("mongodb://127.0.0.1:{$_GET['port']}/");
    $wait();
    $command = new MongoDB\Driver\Command(['ping' => 1, 'tag' => $name]);
    return [$manager->executeCommand('test', $command)->toArray()[0]->tag, MongoDB\BSON\toPHP(MongoDB\BSON\fromPHP(['n' => $name]))->n];
}
