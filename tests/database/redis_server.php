<?php
// redis_server.php: programs with connections to Redis, for redis_connections_test.py. A path is the name of a function.

require __DIR__ . '/common.php';

function connect(mixed $auth = null, int $database = 0): Redis
{
    $redis = new Redis();
    $redis->connect('127.0.0.1', given('port'));
    if ($auth !== null) {
        $redis->auth($auth);
    }
    if ($database !== 0) {
        $redis->select($database);
    }
    return $redis;
}

function session_of(Redis $redis): int
{
    return (int) $redis->client('id');
}

// Everything of a session that a program can see.
function state(Redis $redis): array
{
    $redis->set('key', 'text');
    $own = array_values(array_filter($redis->client('list'), fn(array $one) => (int) $one['id'] === session_of($redis)));
    return [
        'self' => array_intersect_key($own[0], array_flip(['name', 'flags', 'db', 'sub', 'psub', 'multi', 'user', 'resp', 'redir'])),
        'get' => $redis->get('key'),
        'whoami' => $redis->rawCommand('ACL', 'WHOAMI'),
        'mode' => $redis->getMode(),
        'error' => $redis->getLastError(),
        'timeout' => $redis->getReadTimeout(),
        'options' => [$redis->getOption(Redis::OPT_PREFIX), $redis->getOption(Redis::OPT_SERIALIZER)],
        'tracking' => $redis->rawCommand('CLIENT', 'TRACKINGINFO'),
    ];
}

const DIRT = ['database', 'name', 'watch', 'user', 'protocol', 'tracking', 'multi', 'pipeline', 'subscribed', 'silent', 'skipped', 'unread', 'monitor', 'options',
    'wrong', 'prefix'];

function dirty(Redis $redis, string $kind): void
{
    match ($kind) {
        'database' => $redis->select(5) && $redis->set('dirt', 'dirt'),
        'name' => $redis->client('setname', 'dirt'),
        'watch' => $redis->watch('key'),
        'user' => $redis->auth(['second', 'pass']),
        'protocol' => quiet(fn() => $redis->rawCommand('HELLO', '3')),
        'tracking' => $redis->rawCommand('CLIENT', 'TRACKING', 'ON'),
        'multi' => $redis->multi() && $redis->set('key', 'dirt'),
        'pipeline' => begins($redis) && $redis->pipeline() && $redis->set('key', 'dirt'),
        'subscribed' => $redis->rawCommand('SUBSCRIBE', 'channel'),
        // They have no response, so the driver would wait.
        'silent', 'skipped' => silent($redis, $kind === 'silent' ? 'OFF' : 'SKIP'),
        'unread' => $redis->eval("return {1, 2, {'x', 'y'}}"),
        'monitor' => $redis->rawCommand('MONITOR'),
        'options' => $redis->setOption(Redis::OPT_READ_TIMEOUT, 5) && $redis->setOption(Redis::OPT_TCP_KEEPALIVE, 1),
        'wrong' => $redis->rawCommand('NOTHING'),
        'prefix' => $redis->setOption(Redis::OPT_PREFIX, 'dirt:') && $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP),
    };
}

// A pipeline within MULTI is a fatal error.
function begins(Redis $redis): bool
{
    return $redis->getMode() === Redis::ATOMIC;
}

// The driver does not understand the response.
function quiet(callable $call): void
{
    try {
        $call();
    } catch (RedisException) {
    }
}

function silent(Redis $redis, string $what): void
{
    $redis->setOption(Redis::OPT_READ_TIMEOUT, 0.05);
    quiet(fn() => $redis->rawCommand('CLIENT', 'REPLY', $what));
}

function on_id(): array
{
    return [session_of(connect())];
}

function on_state(): array
{
    $redis = connect();
    return ['id' => session_of($redis), 'state' => state($redis)];
}

function on_dirty($request): array
{
    $redis = connect();
    $id = session_of($redis);
    dirty($redis, $request->get['what']);
    return [$id];
}

function on_user($request): array
{
    try {
        $redis = connect(['second', $request->get['password']]);
        return [session_of($redis), $redis->rawCommand('ACL', 'WHOAMI')];
    } catch (RedisException $error) {
        return [$error->getMessage()];
    }
}

function on_persistent(): array
{
    $redis = new Redis();
    $redis->pconnect('127.0.0.1', given('port'));
    return [session_of($redis)];
}

function on_constructed(): array
{
    return [version_compare(phpversion('redis'), '6', '<')
        ? session_of(connect())  // its constructor has no arguments
        : session_of(new Redis(['host' => '127.0.0.1', 'port' => given('port'), 'auth' => ['second', 'pass']]))];
}

function on_hold($request): array
{
    $redis = connect();
    note('HOLDS', (string) session_of($redis));
    await_file($request->get['until']);
    return [session_of($redis)];
}

function on_keep(): array
{
    static $redis = null;
    $redis ??= connect();
    return [session_of($redis)];
}

function on_timeout(): array
{
    try {
        return [session_of(connect())];
    } catch (RedisException $error) {
        return [$error->getMessage()];
    }
}

// A subscription that the client ends by going away, or a command that waits and is cancelled.
function on_slow($request): array
{
    $redis = connect();
    $self = Swoole\Coroutine::getCid();
    go(function () use ($self) {
        await_file('cancel');
        Swoole\Coroutine::cancel($self);
    });
    note('SLOW', (string) session_of($redis));
    try {
        return [$request->get['what'] === 'subscribe' ? $redis->subscribe(['channel'], fn() => null) : $redis->blPop(['list'], 60)];
    } catch (RedisException $error) {
        return [$error->getMessage()];
    }
}

function on_exit(): void
{
    $redis = connect();
    note('ID', (string) session_of($redis));
    $redis->watch('key');
    $redis->multi();
    $redis->set('key', 'dirt');
    exit;
}

// A random program: what it sees must not depend on where its connection comes from.
function on_program($request): array
{
    mt_srand((int) $request->get['seed']);
    $redis = connect();
    $redis->flushAll();
    $seen = [];
    for ($left = mt_rand(5, 20); $left > 0; --$left) {
        try {
            $seen[] = step($redis, mt_rand(0, 15));
        } catch (RedisException $error) {
            $seen[] = $error->getMessage();
        }
        if (mt_rand(0, 9) === 0) {
            unset($redis);
            $redis = mt_rand(0, 1) === 0 ? connect() : connect(['second', 'pass'], 3);
        }
    }
    return $seen;
}

function step(Redis $redis, int $which): mixed
{
    $key = 'key' . mt_rand(0, 3);
    $result = match ($which) {
        0 => $redis->set($key, (string) mt_rand(0, 99)),
        1 => $redis->get($key),
        2 => $redis->incr($key),
        3 => $redis->select(mt_rand(0, 3)),
        4 => $redis->watch($key),
        5 => $redis->multi(),
        6 => $redis->exec(),
        7 => $redis->discard(),
        8 => begins($redis) ? $redis->pipeline() : false,
        9 => $redis->client('getname'),
        10 => $redis->client('setname', "name$key"),
        11 => $redis->rawCommand('ACL', 'WHOAMI'),
        12 => $redis->auth([['second', 'pass'], ['second', 'wrong']][mt_rand(0, 1)]),
        13 => $redis->lPush("list$key", 'one', 'two'),
        14 => $redis->hGetAll("hash$key"),
        15 => [$redis->getMode(), $redis->getDbNum(), $redis->getLastError(), $redis->isConnected()],
    };
    return $result instanceof Redis ? 'itself' : $result;
}

// Fills the connections of the pool with dirt.
function on_fill($request): array
{
    mt_srand((int) $request->get['seed']);
    foreach ([connect(), connect()] as $redis) {
        foreach ((array) array_rand(array_flip(DIRT), 3) as $kind) {
            try {
                dirty($redis, $kind);
            } catch (RedisException) {  // a kind may forbid another one
            }
        }
    }
    return [];
}

serve_functions();
