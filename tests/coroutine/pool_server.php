<?php
// pool_server.php: servers whose workers have a pool, for pool_server_test.py.

require __DIR__ . '/../support/server.php';

function early(): Tern\Pool
{
    return new Tern\Pool(fn() => new PDO('mysql:host=127.0.0.1;port=' . given('port'), 'early', ''), size: 1);
}

// Tells which session answers. The pool was used before start(), too.
function used_before_start(): Closure
{
    $id = fn(PDO $db) => $db->query('SELECT CONNECTION_ID()')->fetchColumn();
    $pool = early();
    Co\run(fn() => $pool->use($id));
    return fn($request, $response) => $response->end((string) $pool->use($id));
}

function connect(): Swoole\Coroutine\MySQL
{
    $db = new Swoole\Coroutine\MySQL();
    $db->connect(['host' => '127.0.0.1', 'port' => given('port'), 'user' => 'tern', 'password' => '', 'database' => 'test']);
    return $db;
}

// Whether a new client has the session of a pool that was closed.
function closed(): Closure
{
    return function ($request, $response) {
        $pool = new Tern\Pool(connect(...), size: 1);
        $id = $pool->use(fn($db) => $pool->close() ?? $db->sock);
        $response->end(json_encode(connect()->sock === $id));
    };
}

// A connection that all workers count: the database notices the end of a session a moment after its place was given on.
final class Counted extends PDO
{
    public static array $counts;
    public static Swoole\Atomic $own;

    public function __construct(...$how)
    {
        parent::__construct(...$how);
        self::$own->add();
    }

    public function __destruct()
    {
        self::$own->sub();
    }
}

// Tells the worker, its session, and how many sessions all workers have.
function capped(Swoole\Server $server): Closure
{
    Counted::$counts = array_map(fn() => new Swoole\Atomic(), range(0, 3));
    $server->on('workerStart', function ($server, int $id) {
        Counted::$own = Counted::$counts[$id];
        Counted::$own->set(0);
    });
    $connect = fn() => new Counted('mysql:host=127.0.0.1;port=' . given('port'), 'capped', '');
    $pool = new Tern\Pool($connect, size: 3, cap: 4, timeout: 20.0);
    return fn($request, $response) => $response->end((string) $pool->use(function (PDO $db) {
        $db->query('SELECT SLEEP(0.002)')->fetchAll();
        $open = array_sum(array_map(fn($count) => $count->get(), Counted::$counts));
        return getmypid() . ' ' . $db->query('SELECT CONNECTION_ID()')->fetchColumn() . " $open";
    }));
}

$server = http_server();
$server->on('request', given('handler')($server));
run();
