<?php
// Calls of clients that a server answers after a while, many at once, beside a timer: clients.php SETTINGS [PORT]. Prints a
// JSON object; with a port it is a server, which measures in a worker and answers with that.
use Swoole\Coroutine;

const TICK_MS = 10;
const APART_S = 0.005;  // between the starts of calls that begin with work: a TLS handshake, a new process

/**
 * @var array{seconds: float, calls: int, clients: list<string>, folder: string, http: int, https: int, mariadb: int,
 *     'mariadb folder': string, postgres: int, redis: int, ssh: int, 'ssh folder': string} $at
 */
$at = json_decode($argv[1], true);
$s = $at['seconds'];
$ms = (int) ($s * 1000);

function pdo(string $where): PDO
{
    return new PDO($where, 'tern', '', [PDO::ATTR_EMULATE_PREPARES => false]);
}

function mysqli_tls(int $port, string $folder): mysqli
{
    $mysqli = new mysqli();
    $mysqli->ssl_set(null, null, "$folder/certificate.pem", null, null);
    $mysqli->real_connect('127.0.0.1', 'tern', '', null, $port, null, MYSQLI_CLIENT_SSL);
    return $mysqli;
}

function prepared(PDO $pdo, string $sql, int $number): string
{
    $statement = $pdo->prepare($sql);
    $statement->execute([$number]);
    return (string) $statement->fetchColumn();
}

function queried(mysqli $mysqli, string $sql): mixed
{
    $result = $mysqli->query($sql);
    return $result instanceof mysqli_result ? $result->fetch_row()[0] ?? null : throw new RuntimeException($mysqli->error);
}

function postgres(string $where): PgSql\Connection
{
    return pg_connect($where, PGSQL_CONNECT_FORCE_NEW) ?: throw new RuntimeException('PostgreSQL does not answer');
}

function queried_postgres(PgSql\Connection $connection, string $sql): mixed
{
    $result = pg_query($connection, $sql);
    return $result !== false ? pg_fetch_result($result, 0, 0) : throw new RuntimeException(pg_last_error($connection));
}

function redis(int $port): Redis
{
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port);
    return $redis;
}

function curl(string $url, string $folder): CurlHandle
{
    $curl = curl_init($url);
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_CAINFO => "$folder/certificate.pem"]);
    return $curl;
}

function multi(CurlHandle $curl): string
{
    $multi = curl_multi_init();
    curl_multi_add_handle($multi, $curl);
    do {
        curl_multi_exec($multi, $running);
    } while ($running > 0 && curl_multi_select($multi, 5) >= 0);
    return (string) curl_multi_getcontent($curl);
}

function through_socket(int $port, int $number): string
{
    $socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP) ?: throw new RuntimeException('there is no socket');
    socket_connect($socket, '127.0.0.1', $port);
    socket_write($socket, "GET /wait/$number HTTP/1.0\r\n\r\n");
    for ($all = ''; ($piece = (string) socket_read($socket, 1000)) !== '';) {
        $all .= $piece;
    }
    return explode("\r\n\r\n", $all)[1];
}

/** @return resource */
function ssh(int $port, string $folder)
{
    $session = ssh2_connect('127.0.0.1', $port) ?: throw new RuntimeException('sshd does not answer');
    ssh2_auth_pubkey_file($session, 'tern', "$folder/key.pub", "$folder/key");
    return $session;
}

/** @param resource $session */
function over_ssh($session, string $command): string
{
    $stream = ssh2_exec($session, $command) ?: throw new RuntimeException("sshd does not run $command");
    stream_set_blocking($stream, true);
    return trim((string) stream_get_contents($stream));
}

function through_pipe(string $command): string
{
    $process = proc_open($command, [1 => ['pipe', 'w']], $pipes) ?: throw new RuntimeException("$command does not run");
    return trim((string) stream_get_contents($pipes[1])) . (proc_close($process) ?: '');
}

function select(float $seconds, int $number): string
{
    [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException('there are no sockets');
    [$read, $none] = [[$one], null];
    return stream_select($read, $none, $none, 0, (int) ($seconds * 1e6)) === 0 ? (string) $number : 'failed';
}

function text(mixed $value): string
{
    return is_scalar($value) ? (string) $value : 'failed';
}

/**
 * @template T
 * @param callable(): T $connect
 * @param callable(T, int): mixed $call
 * @return Closure(int, float): array<string, float|int> measure() of that
 */
function client(callable $connect, callable $call): Closure
{
    return fn(int $count, float $apart) => measure($connect, $call, $count, $apart);
}

// Connects, and calls with that and a number; the answer is the number. What opens a connection for each call does so in it.
$nothing = fn() => null;
$my = "mysql:host=127.0.0.1;port=$at[mariadb]";
$pg = "host=127.0.0.1;port=$at[postgres];dbname=postgres;sslmode";
$http = "http://localhost:$at[http]/wait";
$https = "https://localhost:$at[https]/wait";
$tls = fn() => stream_context_create(['ssl' => ['cafile' => "$at[folder]/certificate.pem"]]);
$clients = [
    'PDO MySQL' => client(fn() => pdo($my), fn(PDO $pdo, int $n) => prepared($pdo, "SELECT SLEEP($s) + ?", $n)),
    'mysqli, TCP' => client(
        fn() => new mysqli('127.0.0.1', 'tern', '', null, $at['mariadb']),
        fn(mysqli $mysqli, int $n) => queried($mysqli, "SELECT SLEEP($s) + $n"),
    ),
    'mysqli, unix socket' => client(
        fn() => new mysqli('localhost', 'tern', '', null, 0, $at['mariadb folder'] . '/socket'),
        fn(mysqli $mysqli, int $n) => queried($mysqli, "SELECT SLEEP($s) + $n"),
    ),
    'mysqli, TLS' => client(
        fn() => mysqli_tls($at['mariadb'], $at['folder']),
        fn(mysqli $mysqli, int $n) => queried($mysqli, "SELECT SLEEP($s) + $n"),
    ),
    'PDO PostgreSQL' => client(
        fn() => pdo("pgsql:$pg=disable"),
        fn(PDO $pdo, int $n) => prepared($pdo, "SELECT ?::int FROM pg_sleep($s)", $n),
    ),
    'PDO PostgreSQL, TLS' => client(
        fn() => pdo("pgsql:$pg=require"),
        fn(PDO $pdo, int $n) => prepared($pdo, "SELECT ?::int FROM pg_sleep($s)", $n),
    ),
    'pg_query()' => client(
        fn() => postgres(strtr("$pg=disable user=tern", ';', ' ')),
        fn(PgSql\Connection $pg, int $n) => queried_postgres($pg, "SELECT $n FROM pg_sleep($s)"),
    ),
    'Redis, BLPOP' => client(
        fn() => redis($at['redis']),
        fn(Redis $redis, int $n) => $redis->rawCommand('BLPOP', "list$n", $s) ? 'failed' : $redis->echo((string) $n),
    ),
    'http:// stream' => client($nothing, fn(mixed $_, int $n) => substr((string) file_get_contents("$http/$n"), 7)),
    'https:// stream, 5 ms apart' => client($tls, fn($tls, int $n) => substr((string) file_get_contents("$https/$n", false, $tls), 7)),
    'curl_exec()' => client($nothing, fn(mixed $_, int $n) => substr((string) curl_exec(curl("$http/$n", $at['folder'])), 7)),
    'curl_exec(), TLS, 5 ms apart' => client($nothing, fn(mixed $_, int $n) => substr((string) curl_exec(curl("$https/$n", $at['folder'])), 7)),
    'curl_multi' => client($nothing, fn(mixed $_, int $n) => substr(multi(curl("$http/$n", $at['folder'])), 7)),
    'SoapClient' => client($nothing, fn(mixed $_, int $n) => substr(text((new SoapClient(null, ['location' => "$http/$n", 'uri' => 'urn:tern']))
        ->pass(new SoapParam($n, 'number'))), 7)),
    'sockets' => client($nothing, fn(mixed $_, int $n) => substr(through_socket($at['http'], $n), 7)),
    'ssh2_exec()' => client(fn() => ssh($at['ssh'], $at['ssh folder']), fn($session, int $n) => over_ssh($session, "sleep $s; echo $n")),
    'exec(), 5 ms apart' => client($nothing, fn(mixed $_, int $n) => exec("sleep $s; echo $n")),
    'proc_open(), 5 ms apart' => client($nothing, fn(mixed $_, int $n) => through_pipe("sleep $s; echo $n")),
    'stream_select()' => client($nothing, fn(mixed $_, int $n) => select($s, $n)),
    'usleep()' => client($nothing, function (mixed $_, int $n) use ($ms) {
        usleep($ms * 1000);
        return $n;
    }),
];

/** Milliseconds that this process was ready to run and others had the CPUs. */
function waited_for_cpu(): float
{
    return (float) explode(' ', (string) file_get_contents('/proc/thread-self/schedstat'))[1] / 1e6;
}

/**
 * Seconds from the first call to the last answer, and how late the timer was at worst, less the time without a CPU.
 *
 * @template T
 * @param callable(): T $connect
 * @param callable(T, int): mixed $call
 * @return array<string, float|int>
 */
function measure(callable $connect, callable $call, int $count, float $apart): array
{
    $connections = array_map(fn() => $connect(), range(1, $count));
    $call($connections[0], 0);
    $late = 0;
    $ran = fn() => hrtime(true) / 1e6 - waited_for_cpu();
    $last = $ran();
    $timer = Swoole\Timer::tick(TICK_MS, function () use (&$late, &$last, $ran) {
        $now = $ran();
        $late = max($late, $now - $last - TICK_MS);
        $last = $now;
    });
    [$start, $waited] = [hrtime(true), waited_for_cpu()];
    $tasks = [];
    foreach ($connections as $number => $connection) {
        $tasks[] = function () use ($connection, $number, $call, $apart) {
            usleep((int) ($apart * $number * 1e6));
            return $call($connection, $number);
        };
    }
    $answers = Coroutine\batch($tasks);
    $seconds = (hrtime(true) - $start) / 1e9;
    Coroutine::sleep(3 * TICK_MS / 1000);
    Swoole\Timer::clear((int) $timer);
    if (array_map(fn(mixed $answer) => (int) text($answer), $answers) !== range(0, $count - 1)) {
        throw new LogicException('wrong answers: ' . json_encode($answers));
    }
    return ['seconds' => $seconds, 'late_ms' => $late, 'without_cpu_ms' => waited_for_cpu() - $waited];
}

$wanted = $at['clients'] ? array_intersect_key($clients, array_flip($at['clients'])) : $clients;
$all = function () use ($wanted, $at) {
    $found = [];
    foreach ($wanted as $name => $measured) {
        $found[$name] = $measured($at['calls'], str_ends_with($name, 'apart') ? APART_S : 0);
    }
    return $found;
};

if (!isset($argv[2])) {
    Coroutine\run(function () use ($all) {
        echo json_encode($all(), JSON_THROW_ON_ERROR);
    });
    exit;
}
$server = new Swoole\Http\Server('127.0.0.1', (int) $argv[2]);
$server->set(['worker_num' => 1, 'hook_flags' => SWOOLE_HOOK_ALL, 'log_level' => SWOOLE_LOG_WARNING]);
$server->on('request', fn($request, $response) => $response->end(json_encode($all(), JSON_THROW_ON_ERROR)));
$server->start();
