<?php

// An application that keeps the user of a request in a static property, and awaits futures meanwhile.
declare(strict_types=1);

use Revolt\EventLoop;
use Swoole\Http\Request;
use Swoole\Http\Response;
use function Amp\async;
use function Amp\delay;

final class User
{
    public static string $name = 'nobody';
}

return function (Request $request, Response $response): string {
    User::$name = $request->get['name'];
    $seen = [];
    EventLoop::delay(0.001, function () use (&$seen): void {
        $seen[] = User::$name;
    });
    EventLoop::run();
    $seen[] = async(function (): string {
        delay(0.002);
        return User::$name;
    })->await();
    $seen[] = get_class(EventLoop::getDriver());
    return implode(' ', $seen);
};
