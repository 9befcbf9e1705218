<?php
// The clients of clients_test.py. Each can pass a gate that the server behind it keeps shut: pass() waits for it, waiting()
// tells how many the server sees waiting, open() lets them go on.

abstract class Client
{
    protected static array $at;

    /** @param array<string, mixed> $at where the services are: ports and paths */
    public static function make(string $name, array $at): self
    {
        self::$at = $at;
        return new $name();
    }

    public function shut(int $count): void
    {
    }
    abstract public function pass(int $number): string;

    public function waiting(): int
    {
        return (int) $this->gate('waiting');
    }

    public function open(): void
    {
        $this->gate('open');
    }

    private function gate(string $word): string
    {
        return file_get_contents('http://127.0.0.1:' . self::$at['http'] . "/$word");
    }

    protected function url(int $number, string $scheme = 'http'): string
    {
        return "$scheme://localhost:" . self::$at[$scheme] . "/wait/$number";
    }
}

abstract class Sql extends Client
{
    protected const SHUT = '';
    protected const WAIT = '';
    protected const LEAVE = '';
    protected const WAITING = '';
    private mixed $keeper;

    abstract protected function connect(): mixed;
    abstract protected function ask(mixed $connection, string $sql): string;

    public function shut(int $count): void
    {
        $this->keeper = $this->connect();
        $this->ask($this->keeper, static::SHUT);
    }

    public function pass(int $number): string
    {
        $connection = $this->connect();
        try {
            $this->ask($connection, static::WAIT);
            $answer = $this->ask($connection, "SELECT CONCAT('answer ', $number)");
            $this->ask($connection, static::LEAVE);
            return $answer;
        } finally {
            $this->disconnect($connection);
        }
    }

    /** Where it is not enough to forget it. */
    protected function disconnect(mixed $connection): void
    {
    }

    public function waiting(): int
    {
        return (int) $this->ask($this->keeper, static::WAITING);
    }

    public function open(): void
    {
        $this->ask($this->keeper, static::LEAVE);
    }
}

abstract class MariaDb extends Sql
{
    protected const SHUT = "SELECT GET_LOCK('gate', 0)";
    protected const WAIT = "SELECT GET_LOCK('gate', 20)";
    protected const LEAVE = "SELECT RELEASE_LOCK('gate')";
    protected const WAITING = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE STATE = 'User lock'";
}

abstract class PostgreSql extends Sql
{
    protected const SHUT = 'SELECT pg_advisory_lock(1)';
    protected const WAIT = 'SELECT pg_advisory_lock(1)';
    protected const LEAVE = 'SELECT pg_advisory_unlock(1)';
    protected const WAITING = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'advisory'";
}

function expect_tls(string $version): void
{
    if (!str_starts_with($version, 'TLSv1')) {
        throw new LogicException("no TLS but '$version'");
    }
}

trait Pdo_
{
    protected function connect(): PDO
    {
        return new PDO(sprintf(static::WHERE, self::$at[self::SERVICE]), 'tern', '', [PDO::ATTR_EMULATE_PREPARES => false]);
    }

    protected function ask(mixed $connection, string $sql): string
    {
        $statement = $connection->prepare($sql);
        $statement->execute();
        return (string) $statement->fetchColumn();
    }
}

final class PdoMysql extends MariaDb
{
    use Pdo_;
    private const SERVICE = 'mariadb';
    protected const WHERE = 'mysql:host=127.0.0.1;port=%d';
}

class PdoPgsql extends PostgreSql
{
    use Pdo_;
    private const SERVICE = 'postgres';
    protected const WHERE = 'pgsql:host=127.0.0.1;port=%d;dbname=postgres;sslmode=disable';
}

final class PdoPgsqlTls extends PdoPgsql
{
    protected const WHERE = 'pgsql:host=127.0.0.1;port=%d;dbname=postgres;sslmode=require';

    protected function connect(): PDO
    {
        $connection = parent::connect();
        expect_tls($this->ask($connection, 'SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()'));
        return $connection;
    }
}

class MysqliTcp extends MariaDb
{
    protected function connect(): mysqli
    {
        return new mysqli('127.0.0.1', 'tern', '', null, self::$at['mariadb']);
    }

    protected function ask(mixed $connection, string $sql): string
    {
        return (string) $connection->query($sql)->fetch_row()[0];
    }
}

final class MysqliSocket extends MysqliTcp
{
    protected function connect(): mysqli
    {
        return new mysqli('localhost', 'tern', '', null, 0, self::$at['mariadb folder'] . '/socket');
    }
}

final class MysqliTls extends MysqliTcp
{
    protected function connect(): mysqli
    {
        $connection = mysqli_init();
        $connection->ssl_set(null, null, self::$at['certificate'], null, null);
        $connection->real_connect('127.0.0.1', 'tern', '', null, self::$at['mariadb'], null, MYSQLI_CLIENT_SSL);
        expect_tls($connection->query("SHOW SESSION STATUS LIKE 'Ssl_version'")->fetch_row()[1]);
        return $connection;
    }
}

final class PgQuery extends PostgreSql
{
    protected function connect(): PgSql\Connection
    {
        return pg_connect('host=127.0.0.1 user=tern dbname=postgres sslmode=disable port=' . self::$at['postgres'], PGSQL_CONNECT_FORCE_NEW);
    }

    protected function disconnect(mixed $connection): void
    {
        pg_close($connection);  // the last one that was made is everybody's
    }

    protected function ask(mixed $connection, string $sql): string
    {
        return (string) pg_fetch_result(pg_query($connection, $sql), 0, 0);
    }
}

final class RedisBlpop extends Client
{
    private Redis $keeper;
    private int $count;

    private function connect(): Redis
    {
        $redis = new Redis();
        $redis->connect('127.0.0.1', self::$at['redis']);
        return $redis;
    }

    public function shut(int $count): void
    {
        $this->keeper = $this->connect();
        $this->keeper->flushAll();
        $this->count = $count;
    }

    public function pass(int $number): string
    {
        return $this->connect()->blPop(["list $number"], 20)[1];
    }

    public function waiting(): int
    {
        return (int) $this->keeper->info('clients')['blocked_clients'];
    }

    public function open(): void
    {
        for ($number = 0; $number < $this->count; ++$number) {
            $this->keeper->rPush("list $number", "answer $number");
        }
    }
}

final class MemcachedGet extends Client
{
    private function connect(): Memcached
    {
        $memcached = new Memcached();
        $memcached->addServer('127.0.0.1', self::$at['memcached']);
        return $memcached;
    }

    public function shut(int $count): void
    {
        $keeper = $this->connect();
        for ($number = 0; $number < $count; ++$number) {
            $keeper->set("gate$number", "answer $number");
        }
    }

    public function pass(int $number): string
    {
        return (string) $this->connect()->get("gate$number");
    }
}

final class Stream extends Client
{
    public function pass(int $number): string
    {
        return file_get_contents($this->url($number));
    }
}

final class TlsStream extends Client
{
    public function pass(int $number): string
    {
        $context = stream_context_create(['ssl' => ['cafile' => self::$at['certificate']]]);
        return file_get_contents($this->url($number, 'https'), false, $context);
    }
}

class Curl extends Client
{
    protected const SCHEME = 'http';

    protected function handle(int $number): CurlHandle
    {
        $curl = curl_init($this->url($number, static::SCHEME));
        curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 20,
            CURLOPT_CAINFO => self::$at['certificate']]);
        return $curl;
    }

    public function pass(int $number): string
    {
        $curl = $this->handle($number);
        return curl_exec($curl) ?: curl_error($curl);
    }
}

final class CurlTls extends Curl
{
    protected const SCHEME = 'https';
}

final class CurlMulti extends Curl
{
    public function pass(int $number): string
    {
        $multi = curl_multi_init();
        $curl = $this->handle($number);
        curl_multi_add_handle($multi, $curl);
        do {
            curl_multi_exec($multi, $running);
        } while ($running > 0 && curl_multi_select($multi, 20) >= 0);
        return curl_multi_getcontent($curl);
    }
}

/** Each reads its answer by types of its own. */
final class Soap extends Client
{
    public function pass(int $number): string
    {
        $from_xml = fn(string $xml) => strip_tags($xml) === "answer $number" ? "answer $number" : "another's";
        $client = new SoapClient(null, ['location' => $this->url($number), 'uri' => 'urn:tern',
            'typemap' => [['type_ns' => 'urn:tern', 'type_name' => 'answer', 'from_xml' => $from_xml]]]);
        return $client->pass(new SoapParam($number, 'number'));
    }
}

final class Sockets extends Client
{
    public function pass(int $number): string
    {
        $socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        socket_connect($socket, '127.0.0.1', self::$at['http']);
        socket_write($socket, "GET /wait/$number HTTP/1.0\r\n\r\n");
        $all = '';
        while (($piece = (string) socket_read($socket, 100)) !== '') {
            $all .= $piece;
        }
        return explode("\r\n\r\n", $all)[1] ?? '';
    }
}

final class Amqp extends Client
{
    private AMQPChannel $keeper;
    private int $count;

    private function channel(): AMQPChannel
    {
        $connection = new AMQPConnection(['host' => '127.0.0.1', 'port' => self::$at['rabbitmq']]);
        $connection->connect();
        return new AMQPChannel($connection);
    }

    private function queue(AMQPChannel $channel, string $name): AMQPQueue
    {
        $queue = new AMQPQueue($channel);
        $queue->setName($name);
        return $queue;
    }

    public function shut(int $count): void
    {
        $this->keeper = $this->channel();
        $this->count = $count;
        foreach (['waiting', ...array_map(fn($number) => "gate$number", range(0, $count - 1))] as $name) {
            $queue = $this->queue($this->keeper, $name);
            $queue->delete();
            $queue->declareQueue();
        }
    }

    public function pass(int $number): string
    {
        $channel = $this->channel();
        (new AMQPExchange($channel))->publish('', 'waiting');
        $this->queue($channel, "gate$number")->consume(function (AMQPEnvelope $envelope) use (&$answer) {
            $answer = $envelope->getBody();
            return false;
        }, AMQP_AUTOACK);
        return $answer;
    }

    public function waiting(): int
    {
        return $this->queue($this->keeper, 'waiting')->declareQueue();
    }

    public function open(): void
    {
        for ($number = 0; $number < $this->count; ++$number) {
            (new AMQPExchange($this->keeper))->publish("answer $number", "gate$number");
        }
    }
}

final class Ftp extends Client
{
    public function pass(int $number): string
    {
        $ftp = ftp_connect('127.0.0.1', self::$at['ftp']);
        ftp_login($ftp, 'tern', '');
        ftp_pasv($ftp, true);
        $got = ftp_fget($ftp, $file = fopen('php://memory', 'w+'), $number);
        return $got && ftp_close($ftp) ? stream_get_contents($file, null, 0) : 'failed';
    }
}

final class FtpStream extends Client
{
    public function pass(int $number): string
    {
        return (string) file_get_contents('ftp://127.0.0.1:' . self::$at['ftp'] . "/$number");
    }
}

/** Addresses and records, by turns. */
final class Dns extends Client
{
    public function pass(int $number): string
    {
        return $number % 2
            ? dns_get_record("$number.tern.test", DNS_TXT)[0]['txt'] ?? 'failed'
            : strtr(gethostbyname("$number.tern.test"), ['127.0.0.' => 'answer ']);
    }
}

/** Commands that wait for a line in a pipe with a name. */
abstract class Commands extends Client
{
    protected const FOLDER = 'folder';
    private int $count;

    protected function command(int $number): string
    {
        $folder = self::$at[static::FOLDER];
        return "mkfifo $folder/pipe$number && touch $folder/waiting$number && cat $folder/pipe$number";
    }

    public function shut(int $count): void
    {
        $this->count = $count;
    }

    public function waiting(): int
    {
        clearstatcache();
        return count(glob(self::$at[static::FOLDER] . '/waiting*'));
    }

    public function open(): void
    {
        for ($number = 0; $number < $this->count; ++$number) {
            $folder = self::$at[static::FOLDER];
            file_put_contents("$folder/pipe$number", "answer $number");
            array_map('unlink', ["$folder/pipe$number", "$folder/waiting$number"]);
        }
    }
}

final class Exec extends Commands
{
    public function pass(int $number): string
    {
        return match ($number % 3) {
            0 => exec($this->command($number)),
            1 => shell_exec($this->command($number)),
            2 => stream_get_contents(popen($this->command($number), 'r')),
        };
    }
}

/** A pipeline of two processes. */
final class ProcOpen extends Commands
{
    public function pass(int $number): string
    {
        $first = proc_open($this->command($number), [1 => ['pipe', 'w']], $from);
        $second = proc_open('cat', [0 => $from[1], 1 => ['pipe', 'w']], $pipes);
        fclose($from[1]);
        $answer = stream_get_contents($pipes[1]);
        return proc_close($first) === 0 && proc_close($second) === 0 ? $answer : 'failed';
    }
}

final class Ssh extends Commands
{
    protected const FOLDER = 'ssh folder';

    public function pass(int $number): string
    {
        $folder = self::$at[self::FOLDER];
        $session = ssh2_connect('127.0.0.1', self::$at['ssh']);
        ssh2_auth_pubkey_file($session, 'tern', "$folder/key.pub", "$folder/key");
        $stream = ssh2_exec($session, $this->command($number));
        stream_set_blocking($stream, true);
        return stream_get_contents($stream);
    }
}

/** $count coroutines wait at once, while this one goes on; everybody gets his own answer. */
function prove(Client $client, int $count): void
{
    $client->shut($count);
    $answers = [];
    for ($number = 0; $number < $count; ++$number) {
        go(function () use ($client, $number, &$answers) {
            $answers[$number] = $client->pass($number);
        });
    }
    for ($ticks = 0; $client->waiting() < $count || $ticks < 5; ++$ticks) {
        usleep(10_000);
    }
    echo count($answers), ' answered, ', $client->waiting(), " wait\n";
    $client->open();
    while (count($answers) < $count) {
        usleep(1_000);
    }
    ksort($answers);
    echo implode(', ', $answers), "\n";
}

/** Two of four that wait are cancelled, one with an exception. The others get their answers. */
function cancel_some(Client $client): void
{
    error_reporting(0);
    $client->shut(4);
    [$ids, $ends] = [[], []];
    for ($number = 0; $number < 4; ++$number) {
        $ids[] = go(function () use ($client, $number, &$ends) {
            try {
                $ends[$number] = $client->pass($number);
            } catch (Throwable $error) {
                while ($error->getPrevious() !== null) {  // some put an exception of their own on top
                    $error = $error->getPrevious();
                }
                $ends[$number] = $error instanceof Swoole\Coroutine\CanceledException ? 'canceled' : 'failed';
            }
        });
    }
    while ($client->waiting() < 4) {
        usleep(1_000);
    }
    Co::cancel($ids[0]);
    Co::cancel($ids[1], true);
    while (!isset($ends[1])) {
        usleep(1_000);
    }
    $client->open();
    while (count($ends) < 4) {
        usleep(1_000);
    }
    echo $ends[0] === 'answer 0' ? 'not canceled' : 'failed', ", $ends[1], $ends[2], $ends[3]\n";
}
