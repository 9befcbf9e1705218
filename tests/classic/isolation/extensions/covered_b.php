<?php
function covered_b(Closure $wait): string
{
    $name = 'b';
    $wait();
    return $name;
}
