<?php
function covered_a(Closure $wait): string
{
    $name = 'a';
    $wait();
    return $name;
}
