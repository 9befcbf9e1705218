<?php
// What every PHP program of the tests begins with: require __DIR__ . '/../support/server.php';
// The program makes its server as $server, adds its callbacks and ends with run().

// A value that the test gives, by its name: PhpFile of php_program.py. Fails when there is none and no default.
function given(string $name, mixed ...$default): mixed
{
    $values = json_decode(getenv('TERN_TEST_GIVEN') ?: '{}', true, 512, JSON_THROW_ON_ERROR);
    if (!array_key_exists($name, $values) && $default === []) {
        throw new OutOfBoundsException("The test gives no value '$name'");
    }
    return $values[$name] ?? $default[0] ?? null;
}

// A server with the options of the test, on a free port of 127.0.0.1 unless it is another one.
function prepared(Swoole\Server $server): Swoole\Server
{
    $server->set(given('options', []) + ['worker_num' => 1]);
    $server->on('start', announce(...));
    return $server;
}

function http_server(): Swoole\Http\Server
{
    $type = given('tls', false) ? SWOOLE_SOCK_TCP | SWOOLE_SSL : SWOOLE_SOCK_TCP;
    return prepared(new Swoole\Http\Server('127.0.0.1', 0, SWOOLE_PROCESS, $type));
}

function websocket_server(): Swoole\WebSocket\Server
{
    return prepared(new Swoole\WebSocket\Server('127.0.0.1', 0));
}

// The callback of requests that are answered by the function of their path: on_a_b($request, $response, $server) for /a/b.
function by_path(Swoole\Server $server): Closure
{
    return function ($request, $response) use ($server) {
        $function = 'on_' . strtr(trim($request->server['path_info'], '/'), '/', '_');
        $function($request, $response, $server);
    };
}

function run(): never
{
    try {
        $started = $GLOBALS['server']->start();
    } finally {
        free_globals();
    }
    exit($started ? 0 : 3);
}

// Says which ports are open: wait_ready() of server_process.py waits for it.
function announce(Swoole\Server $server): void
{
    note('LISTENING', ...array_map(fn($port) => (string) $port->port, $server->ports));
}

// One write: lines of several processes do not mix.
function note(string ...$words): void
{
    file_put_contents('php://stdout', implode(' ', $words) . "\n");
}

// PHP leaves objects that refer to each other to the end of its memory, which counts as a leak with malloc().
function free_globals(string $but = ''): void
{
    foreach (array_keys($GLOBALS) as $name) {
        if ($name !== $but) {
            unset($GLOBALS[$name]);
        }
    }
    gc_collect_cycles();
}

// Answers wait_serving() of server_process.py: how many workers accept connections. False: that was not asked for.
function answers_serving($request, $response, Swoole\Server $server): bool
{
    if ($request->server['path_info'] !== '/serving') {
        return false;
    }
    $serving = 0;
    for ($id = 0; $id < $server->setting['worker_num']; ++$id) {
        $serving += (int) ($id === $server->worker_id || $server->getWorkerStatus($id) === SWOOLE_WORKER_IDLE);
    }
    return $response->end((string) $serving);
}
