<?php
// What the contexts of contexts.php run.
final class State
{
    public static string $name = 'nobody';

    public static function later(string $name): string
    {
        static $calls = 0;
        self::$name = $name;
        Swoole\Coroutine::sleep(0.001);
        $after = self::$name . ++$calls;
        return strtoupper($after);
    }
}

function work(string $name): string
{
    $double = fn(string $text) => $text . $text . State::$name;
    $first = State::later($name);
    $all = array_map($double, [$first]);
    if (extension_loaded('xdebug') && in_array('develop', xdebug_info('mode'), true)) {
        $all[] = count(xdebug_get_function_stack()) > 1 ? 'stack' : '';
    }
    return implode(' ', $all);
}
