<?php
// The server of select_test.py: stream_select() and socket_select() of descriptors that have no room in a set of PHP's own.
require __DIR__ . '/../support/server.php';

final class Wrapped
{
    public $context;
    public static $inner;

    public function stream_open(): bool
    {
        return true;
    }

    public function stream_cast(int $as)
    {
        return self::$inner;
    }
}

// A pair of streams with the highest descriptors.
function pair(): array
{
    return stream_socket_pair(AF_UNIX, SOCK_STREAM, 0);
}

function names(?array $set): string
{
    return $set === null ? 'null' : implode(',', array_keys($set));
}

function show(int|false $found, ?array ...$sets): string
{
    return json_encode($found) . ' ' . implode(' ', array_map(names(...), $sets));
}

function streams(): array
{
    [$a, $b] = pair();
    [$c, $d] = pair();
    $found = [];
    $ask = function (?array $read, ?array $write, ?array $except, ?int $seconds, ?int $microseconds = null) use (&$found) {
        $found[] = show(stream_select($read, $write, $except, $seconds, $microseconds), $read, $write, $except);
    };
    $ask(['a' => $a, 5 => $c], null, null, 0);
    $ask(['a' => $a], ['b' => $b], [$a], 0);
    go(function () use ($b) {
        Co::sleep(0.001);
        fwrite($b, "line\nrest");
    });
    $ask(['a' => $a, 5 => $c], null, [], null);
    fgets($a);
    $ask(['a' => $a, 'c' => $c], ['b' => $b], [], 10);     // what is buffered counts at once, and alone
    fread($a, 4);
    $ask(['a' => $a], null, null, 0, 1000);
    fclose($d);
    $ask(['c' => $c], null, ['c' => $c], 10);              // the end is readable
    $ask(null, null, ['c' => $c], 0, 2000);                // but no exception: it waits
    Wrapped::$inner = $a;
    stream_wrapper_register('wrapped', Wrapped::class);
    fwrite($b, 'x');
    $ask(['wrapped' => fopen('wrapped://', 'r')], null, null, 10);
    foreach ([[-1, null], [0, -1], [null, 1]] as [$seconds, $microseconds]) {
        try {
            $ask([$a], null, null, $seconds, $microseconds);
        } catch (ValueError $error) {
            $found[] = $error->getMessage();
        }
    }
    return $found;
}

function sockets(): array
{
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    [$a, $b] = $pair;
    $found = [];
    $ask = function (?array $read, ?array $write, ?array $except, ?int $seconds, int $microseconds = 0) use (&$found) {
        $found[] = show(socket_select($read, $write, $except, $seconds, $microseconds), $read, $write, $except);
    };
    $ask(['a' => $a], ['b' => $b], null, 0);
    go(function () use ($b) {
        Co::sleep(0.001);
        socket_write($b, 'x');
    });
    $ask(['a' => $a, 'b' => $b], null, null, null);
    $ask(['b' => $b], null, [$b], 0, 1000);
    return $found;
}

$server = http_server();
$server->set(['hook_flags' => SWOOLE_HOOK_ALL]);
$server->on('request', function ($request, $response) {
    static $fill = [];
    while (count($fill) < 1100) {
        $fill[] = fopen('/dev/null', 'r');
    }
    $response->end(json_encode(given('sockets') ? sockets() : streams()));
});
run();
