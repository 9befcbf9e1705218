<?php
// What Xdebug has for a stack.
function frames(): string
{
    $names = preg_replace('/[:.].*/', '', array_column(xdebug_get_function_stack(), 'function'));
    return implode(' ', array_slice($names, 0, -1));
}

function outer(string $name): void
{
    inner($name);
}

function inner(string $name): void
{
    Co::sleep(0.001);
    echo $name, ': ', frames(), "\n";
}
