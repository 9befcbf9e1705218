<?php
// What the pairs of two_users.php are made of: the objects of one connection of each driver, and the calls with them.

require __DIR__ . '/two_users_calls.php';

/** The objects of one connection, by their class or kind. A call that frees one takes it out. */
final class Objects
{
    public function __construct(public array $all, public array $spare = [])
    {
    }
}

abstract class Driver
{
    /** Extensions whose functions are called. */
    public array $extensions = [];
    /** Methods that reflection does not find: [label, method, arguments]. */
    public array $added = [];
    /** Calls that would end the server or the test. */
    public array $left_out = [];
    /** Streams of the connection, by their label in the set. */
    public array $streams = [];
    protected StalledProxy $proxy;

    public static function named(string $name): self
    {
        return new (str_replace('_', '', ucwords($name, '_')) . 'Driver')();
    }

    abstract protected function open(int $port): Objects;

    abstract public function probe(Objects $objects): mixed;

    public function make(StalledProxy $proxy): Objects
    {
        $this->proxy = $proxy;
        $proxy->release();
        return $this->open($proxy->port);
    }

    /** Arguments of calls that need others than arguments() gives. Null: there are none. */
    public function arguments(string $call): ?array
    {
        return null;
    }
}

class MysqliDriver extends Driver
{
    public array $extensions = ['mysqli'];
    public array $left_out = ['mysqli->debug', 'mysqli_debug', 'mysqli->kill', 'mysqli_kill', 'mysqli->dump_debug_info', 'mysqli_dump_debug_info'];

    protected function open(int $port): Objects
    {
        mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
        $db = new mysqli('127.0.0.1', 'root', '', 'test', $port);
        $statement = $db->prepare('SELECT ?, SLEEP(0)');
        $one = 1;
        $statement->bind_param('i', $one);
        $result = $db->query('SELECT 1 UNION SELECT 2');
        return new Objects(
            ['mysqli' => $db, 'mysqli_stmt' => $statement, 'mysqli_result' => $result],
            ['mysqli_stmt' => [$db->prepare('SELECT 3'), $db->prepare('SELECT 4')]],
        );
    }

    public function arguments(string $call): ?array
    {
        return match ($call) {
            'mysqli->__construct', 'mysqli->connect', 'mysqli->real_connect' => ['127.0.0.1', 'root', '', 'test', $this->proxy->port],
            'mysqli->multi_query', 'mysqli->real_query', 'mysqli->query' => ['SELECT 5'],
            default => null,
        };
    }

    public function probe(Objects $objects): mixed
    {
        return $objects->all['mysqli']->query('SELECT 42')->fetch_row();
    }
}

/** The rows of a result are still with the server. */
final class MysqliUnbufferedDriver extends MysqliDriver
{
    protected function open(int $port): Objects
    {
        mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
        $db = new mysqli('127.0.0.1', 'root', '', 'test', $port);
        $statement = $db->prepare('SELECT 1');
        $spare = $db->prepare('SELECT 2');
        $this->proxy->stall(5000);
        $db->real_query("SELECT REPEAT('x', 1000) FROM seq_1_to_300");
        $result = $db->use_result();
        for ($i = 0; $i < 4; ++$i) {
            $result->fetch_row();
        }
        return new Objects(['mysqli' => $db, 'mysqli_stmt' => $statement, 'mysqli_result' => $result], ['mysqli_stmt' => [$spare]]);
    }
}

abstract class AnyPdoDriver extends Driver
{
    public array $extensions = ['PDO'];

    abstract protected function connect(int $port): PDO;

    protected function open(int $port): Objects
    {
        $db = $this->connect($port);
        $rows = $db->query('SELECT 1 AS a UNION SELECT 2 UNION SELECT 3 ORDER BY 1');
        $row = $rows->fetch(PDO::FETCH_LAZY);
        return new Objects(
            ['PDO' => $db, 'PDOStatement' => $db->prepare('SELECT 1 AS a'), 'PDORow' => $row],
            ['PDOStatement' => [$db->prepare('SELECT 3'), $db->prepare('SELECT 4')]],
        );
    }

    public function arguments(string $call): ?array
    {
        return match ($call) {
            'PDO->exec', 'PDO->query', 'PDO->prepare' => ['SELECT 5'],
            'PDO->getAttribute', 'PDOStatement->getAttribute' => [PDO::ATTR_SERVER_INFO],
            'PDO->setAttribute', 'PDOStatement->setAttribute' => [PDO::ATTR_TIMEOUT, 1],
            'PDO->__construct' => $this->connection($this->proxy->port),
            'PDOStatement->setFetchMode' => [PDO::FETCH_NUM],
            default => null,
        };
    }

    abstract protected function connection(int $port): array;

    public function probe(Objects $objects): mixed
    {
        return $objects->all['PDO']->query('SELECT 42')->fetchAll();
    }
}

class PdoMysqlDriver extends AnyPdoDriver
{
    protected function connection(int $port): array
    {
        return ["mysql:host=127.0.0.1;port=$port;dbname=test", 'root', ''];
    }

    protected function connect(int $port): PDO
    {
        return new PDO(...[...$this->connection($port), [PDO::ATTR_EMULATE_PREPARES => false]]);
    }
}

final class PdoMysqlEmulatedDriver extends PdoMysqlDriver
{
    protected function connect(int $port): PDO
    {
        return new PDO(...$this->connection($port));
    }
}

final class PdoPgsqlDriver extends AnyPdoDriver
{
    public array $added = [
        ['PDO', 'pgsqlCopyFromArray', ['t', ['1']]],
        ['PDO', 'pgsqlCopyFromFile', ['t', __FILE__]],
        ['PDO', 'pgsqlCopyToArray', ['t']],
        ['PDO', 'pgsqlCopyToFile', ['t', '/dev/null']],
        ['PDO', 'pgsqlLOBCreate', []],
        ['PDO', 'pgsqlLOBOpen', ['1']],
        ['PDO', 'pgsqlLOBUnlink', ['1']],
        ['PDO', 'pgsqlGetNotify', [PDO::FETCH_NUM, 0]],
        ['PDO', 'pgsqlGetPid', []],
    ];

    protected function connection(int $port): array
    {
        return ["pgsql:host=127.0.0.1;port=$port;dbname=postgres", 'tern', ''];
    }

    protected function connect(int $port): PDO
    {
        $db = new PDO(...$this->connection($port));
        $db->exec('CREATE TEMPORARY TABLE t (a int)');
        return $db;
    }

    protected function open(int $port): Objects
    {
        $objects = parent::open($port);
        foreach ([$objects->all['PDOStatement'], ...$objects->spare['PDOStatement']] as $statement) {
            $statement->execute();
        }
        return $objects;
    }
}

/** A large object is a stream. */
final class PdoPgsqlLobDriver extends AnyPdoDriver
{
    public array $streams = ['lob'];

    protected function connection(int $port): array
    {
        return ["pgsql:host=127.0.0.1;port=$port;dbname=postgres", 'tern', ''];
    }

    protected function connect(int $port): PDO
    {
        return new PDO(...$this->connection($port));
    }

    protected function open(int $port): Objects
    {
        $objects = parent::open($port);
        $db = $objects->all['PDO'];
        $db->beginTransaction();
        $objects->all['lob'] = $db->pgsqlLOBOpen($db->pgsqlLOBCreate(), 'w');
        return $objects;
    }
}

final class PgsqlDriver extends Driver
{
    public array $extensions = ['pgsql'];
    public array $left_out = ['pg_trace'];

    protected function open(int $port): Objects
    {
        $db = pg_connect("host=127.0.0.1 port=$port user=tern dbname=postgres", PGSQL_CONNECT_FORCE_NEW);
        pg_query($db, 'CREATE TEMPORARY TABLE t (a int); BEGIN');
        $lob = pg_lo_open($db, pg_lo_create($db), 'w');
        return new Objects(
            ['PgSql\Connection' => $db, 'PgSql\Result' => pg_query($db, 'SELECT 1 AS a UNION SELECT 2'), 'PgSql\Lob' => $lob],
            ['PgSql\Result' => [pg_query($db, 'SELECT 3')]],
        );
    }

    public function arguments(string $call): ?array
    {
        return match ($call) {
            'pg_insert', 'pg_select', 'pg_delete' => ['t', ['a' => 1]],
            'pg_update' => ['t', ['a' => 1], ['a' => 2]],
            'pg_copy_from' => ['t', ['1']],
            'pg_copy_to' => ['t'],
            'pg_lo_export' => ['1', '/dev/null'],
            default => null,
        };
    }

    public function probe(Objects $objects): mixed
    {
        $result = @pg_query($objects->all['PgSql\Connection'], 'ROLLBACK');
        return $result === false ? false : pg_fetch_all(pg_query($objects->all['PgSql\Connection'], 'SELECT 42'));
    }
}

final class RedisDriver extends Driver
{
    public array $extensions = ['redis'];
    // A transaction that is left open is ended by the destructor.
    public array $left_out = ['Redis->multi', 'Redis->bgSave', 'Redis->bgrewriteaof', 'Redis->shutdown', 'Redis->debug', 'Redis->failover', 'Redis->replicaof', 'Redis->slaveof'];

    protected function open(int $port): Objects
    {
        $redis = new Redis();
        $redis->connect('127.0.0.1', $port);
        $redis->flushAll();
        return new Objects(['Redis' => $redis]);
    }

    public function arguments(string $call): ?array
    {
        return match ($call) {
            'Redis->blPop', 'Redis->brPop', 'Redis->bzPopMax', 'Redis->bzPopMin' => [['k'], 1],
            'Redis->connect', 'Redis->open', 'Redis->pconnect', 'Redis->popen' => ['127.0.0.1', $this->proxy->port],
            default => null,
        };
    }

    public function probe(Objects $objects): mixed
    {
        return $objects->all['Redis']->ping('probe');
    }
}

final class MemcachedDriver extends Driver
{
    public array $extensions = ['memcached'];
    public array $left_out = ['Memcached->getAllKeys', 'Memcached->cas', 'Memcached->casByKey'];

    protected function open(int $port): Objects
    {
        $memcached = new Memcached();
        $memcached->addServer('127.0.0.1', $port);
        $memcached->set('k', 'v');
        return new Objects(['Memcached' => $memcached]);
    }

    public function probe(Objects $objects): mixed
    {
        return $objects->all['Memcached']->getServerList() === [] ? 'no server' : $objects->all['Memcached']->set('probe', 1);
    }
}

final class AmqpDriver extends Driver
{
    public array $extensions = ['amqp'];
    private int $made = 0;

    protected function open(int $port): Objects
    {
        $connection = new AMQPConnection(['host' => '127.0.0.1', 'port' => $port]);
        $connection->connect();
        $channel = new AMQPChannel($connection);
        $exchange = new AMQPExchange($channel);
        $exchange->setName('amq.direct');
        $queue = new AMQPQueue($channel);
        $queue->setName('tern-' . ++$this->made);
        $queue->setFlags(AMQP_EXCLUSIVE | AMQP_AUTODELETE);
        $queue->declareQueue();
        $spare = new AMQPChannel($connection);
        return new Objects(
            ['AMQPConnection' => $connection, 'AMQPChannel' => $channel, 'AMQPExchange' => $exchange, 'AMQPQueue' => $queue],
            ['AMQPChannel' => [$spare]],
        );
    }

    public function probe(Objects $objects): mixed
    {
        return $objects->all['AMQPConnection']->isConnected();
    }
}

final class CurlDriver extends Driver
{
    public array $extensions = ['curl'];

    protected function open(int $port): Objects
    {
        $handles = [];
        for ($i = 0; $i < 3; ++$i) {
            $handles[$i] = curl_init("http://127.0.0.1:$port/");
            curl_setopt($handles[$i], CURLOPT_RETURNTRANSFER, true);
        }
        $multi = curl_multi_init();
        curl_multi_add_handle($multi, $handles[1]);
        for ($i = 0; $i < 3; ++$i) {
            curl_multi_exec($multi, $running);
        }
        return new Objects(['CurlHandle' => $handles[0], 'CurlMultiHandle' => $multi, 'CurlShareHandle' => curl_share_init()]);
    }

    public function arguments(string $call): ?array
    {
        return match ($call) {
            'curl_setopt' => [CURLOPT_TIMEOUT, 5],
            'curl_setopt_array' => [[CURLOPT_TIMEOUT => 5]],
            'curl_multi_setopt' => [CURLMOPT_PIPELINING, 0],
            'curl_share_setopt' => [CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS],
            default => null,
        };
    }

    public function probe(Objects $objects): mixed
    {
        return curl_exec($objects->all['CurlHandle']);
    }
}

final class SoapDriver extends Driver
{
    public array $extensions = ['soap'];

    protected function open(int $port): Objects
    {
        return new Objects(['SoapClient' => new SoapClient(null, ['location' => "http://127.0.0.1:$port/", 'uri' => 'urn:t'])]);
    }

    public function arguments(string $call): ?array
    {
        return match ($call) {
            'SoapClient->__call', 'SoapClient->__soapCall' => ['hello', []],
            'SoapClient->__doRequest' => ['<a/>', "http://127.0.0.1:{$this->proxy->port}/", 'urn:t#a', 1],
            'SoapClient->__setLocation' => ["http://127.0.0.1:{$this->proxy->port}/"],
            'SoapClient->__construct' => [null, ['location' => "http://127.0.0.1:{$this->proxy->port}/", 'uri' => 'urn:t']],
            default => null,
        };
    }

    public function probe(Objects $objects): mixed
    {
        return $objects->all['SoapClient']->hello();
    }
}

class Ssh2Driver extends Driver
{
    public array $extensions = ['ssh2'];
    // It asks the server again and again until there is an answer, without a wait.
    public array $left_out = ['ssh2_sftp'];

    protected function open(int $port): Objects
    {
        $session = ssh2_connect('127.0.0.1', $port, ['hostkey' => 'ssh-rsa']);
        ssh2_auth_pubkey_file($session, 'tern', getenv('SSH_KEY') . '.pub', getenv('SSH_KEY'));
        return new Objects(['session' => $session]);
    }

    public function arguments(string $call): ?array
    {
        return match ($call) {
            'ssh2_exec' => ['echo hello'],
            'ssh2_tunnel' => ['127.0.0.1', 1],
            'ssh2_sftp_lstat', 'ssh2_sftp_stat', 'ssh2_sftp_readlink', 'ssh2_sftp_realpath' => ['/'],
            default => null,
        };
    }

    public function probe(Objects $objects): mixed
    {
        $stream = ssh2_exec($objects->all['session'], 'echo again');
        stream_set_blocking($stream, true);
        return stream_get_contents($stream);
    }
}

/** A channel and a file are streams. */
final class Ssh2StreamsDriver extends Ssh2Driver
{
    public array $streams = ['stream', 'file'];
    // The extension frees a session whose streams are open.
    public array $left_out = ['ssh2_sftp', 'ssh2_disconnect'];

    protected function open(int $port): Objects
    {
        $session = parent::open($port)->all['session'];
        $stream = ssh2_exec($session, 'cat');
        stream_set_blocking($stream, true);
        $sftp = ssh2_sftp($session);
        $file = fopen('ssh2.sftp://' . (int) $sftp . __FILE__, 'r');
        return new Objects(['session' => $session, 'sftp' => $sftp, 'stream' => $stream, 'file' => $file]);
    }
}
