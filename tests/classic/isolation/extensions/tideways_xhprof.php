<?php
function run(string $name, Closure $wait): array
{
    tideways_xhprof_enable();
    $wait();
    strrev($name);
    $calls = tideways_xhprof_disable();
    return [isset($calls['run==>strrev']) || isset($calls['main()==>strrev']) || str_contains(implode(' ', array_keys($calls)), 'strrev')];
}
