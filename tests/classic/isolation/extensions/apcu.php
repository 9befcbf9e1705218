<?php
function run(string $name, Closure $wait): array
{
    apcu_store("of $name", $name);
    apcu_inc('pages');
    $wait();
    return [apcu_fetch("of $name"), apcu_fetch('of a'), apcu_entry("made by $name", fn() => $name), getmypid()];
}
