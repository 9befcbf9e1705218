<?php
function replaced(): string
{
    return 'own';
}

function run(string $name, Closure $wait): array
{
    uopz_set_return('replaced', $name);
    $wait();
    return [replaced()];
}
