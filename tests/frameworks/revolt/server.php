<?php

// A server without any setting for Revolt, whose handlers use AMPHP.
declare(strict_types=1);

use Amp\DeferredFuture;
use Revolt\EventLoop;
use Swoole\Http\Request;
use Swoole\Http\Response;
use function Amp\async;
use function Amp\delay;
use function Amp\Future\await;

require __DIR__ . '/../../../tests/support/server.php';
require __DIR__ . '/vendor/autoload.php';

final class Shared
{
    /** @var array<string, DeferredFuture<string>> */
    public static array $waiting = [];
    public static int $background = 0;
}

function answer(string $path, string $name): string
{
    return match ($path) {
        '/driver' => get_class(EventLoop::getDriver()),
        '/several' => implode(' ', await(array_map(fn(int $number) => async(function () use ($name, $number): string {
            delay(0.003 * (4 - $number));
            return "$name$number";
        }), [1 => 1, 2, 3]))),
        '/wait' => (Shared::$waiting[$name] = new DeferredFuture())->getFuture()->await(),
        '/waiting' => (string) count(Shared::$waiting),
        '/complete' => complete($name),
        '/run' => run_loop($name),
        '/fail' => thrown(function () use ($name): void {
            async(fn() => throw new RuntimeException($name));
            delay(1);
        }),
        '/background' => background(),
        '/pending' => pending(),
        '/later' => later($name),
        '/seen' => (string) Shared::$background,
        default => 'unknown',
    };
}

function complete(string $name): string
{
    Shared::$waiting[$name]->complete("completed $name");
    unset(Shared::$waiting[$name]);
    return 'done';
}

function run_loop(string $name): string
{
    $text = '';
    EventLoop::delay(0.001, function () use (&$text, $name): void {
        $text .= $name;
    });
    EventLoop::run();
    return $text;
}

function background(): string
{
    EventLoop::unreference(EventLoop::delay(0.001, function (): void {
        ++Shared::$background;
    }));
    return (string) Shared::$background;
}

function later(string $name): string
{
    EventLoop::delay(0.001, fn() => throw new RuntimeException($name));
    return 'later';
}

function pending(): string
{
    EventLoop::repeat(100, fn() => null);
    return 'pending';
}

$server = http_server();
$server->set(['hook_flags' => SWOOLE_HOOK_ALL]);
$server->on('request', function (Request $request, Response $response): void {
    $response->end(answer($request->server['request_uri'], $request->get['name'] ?? ''));
});
$server->start();
