<?php

declare(strict_types=1);

namespace Swoole\RemoteObject;

use Swoole\Coroutine;
use Swoole\Coroutine\Lock;
use Swoole\RemoteObject;
use Tern\Internal\RemoteObject\Connection;
use WeakReference;
use function array_key_exists;
use function is_array;

/**
 * One connection to a process of a RemoteObject\Server. Its objects live in that process, as long as the connection and
 * the RemoteObjects do. Requests suspend, and block outside of coroutines. Those of several coroutines wait for each other,
 * so give each coroutine a client of its own, as swoole_get_default_remote_object_client() does.
 */
class Client
{
    /** @var array<string, WeakReference<Client>> by id */
    private static array $instances = [];

    private string $id = '';
    private int $pid = 0;
    private Connection $connection;
    private Lock $turn;
    private bool $isBusy = false;
    /** @var list<int> objects that the server may free */
    private array $released = [];

    /**
     * Connects at the first request.
     *
     * @param string $host an address or a name; the path of a unix socket, with unix: or / in front
     * @param int $port 1 to 65535; not used for unix sockets
     * @param array<string, mixed> $options connect_timeout (10) and timeout (-1: none), in seconds, for each request; api_key
     */
    public function __construct(string $host = '127.0.0.1', int $port = Server::DEFAULT_PORT, array $options = [])
    {
        $this->connection = new Connection($host, $port, $options);
        $this->beginIn((int) getmypid());
    }

    public function __destruct()
    {
        unset(self::$instances[$this->id]);
    }

    /** Two would share a connection. */
    private function __clone()
    {
    }

    /** Makes an object of a class in the server's process. Suspends. */
    public function create(string $class, mixed ...$args): RemoteObject
    {
        return RemoteObject::create($this, $class, $args);
    }

    /** Calls a function in the server's process. Suspends. */
    public function call(string $fn, mixed ...$args): mixed
    {
        return RemoteObject::call($this, $fn, $args);
    }

    /** @return static|null null: there is none with this id in this process */
    public static function getInstance(string $clientId): ?static
    {
        $client = (self::$instances[$clientId] ?? null)?->get();
        return $client instanceof static && $client->pid === getmypid() ? $client : null;
    }

    public function getId(): string
    {
        return $this->id;
    }

    /**
     * One request. Suspends.
     *
     * @param string $path what is to be done: see Tern\Internal\RemoteObject\Operations
     * @param array<string, string> $array its parameters
     * @return mixed the result
     * @throws Exception what the remote code has thrown; or the server cannot be reached, or the time was over. The objects
     *     are gone then.
     */
    public function execute(string $path, array $array)
    {
        if (Coroutine::getCid() < 1) {
            return $this->alone($path, $array);
        }
        if (!$this->turn->lock()) {
            throw new Exception('The coroutine was cancelled while another one used the client');
        }
        try {
            return $this->alone($path, $array);
        } finally {
            $this->turn->unlock();
        }
    }

    /** Whether the server answers. Suspends. */
    public function ping(): bool
    {
        try {
            return $this->execute('ping', []) === true;
        } catch (Exception) {
            return false;
        }
    }

    /** For RemoteObject: it does not exist any more. The next request says so. */
    public function release(int $objectId): void
    {
        $this->released[] = $objectId;
    }

    private function beginIn(int $process): void
    {
        $this->pid = $process;
        $this->turn = new Lock();
        $this->isBusy = false;
        $this->released = [];
        unset(self::$instances[$this->id]);
        $this->id = bin2hex(random_bytes(16));
        self::$instances[$this->id] = WeakReference::create($this);
    }

    /** @param array<string, string> $params */
    private function alone(string $path, array $params): mixed
    {
        if ($this->pid !== getmypid()) {  // the connection and the objects are those of the process that has forked this one
            $this->connection->close();
            $this->beginIn((int) getmypid());
        }
        if ($this->isBusy) {
            throw new Exception('A coroutine waits in this client: it cannot be used outside of coroutines now');
        }
        $this->isBusy = true;
        try {
            return $this->result($this->connection->post($path, serialize($params + $this->envelope())));
        } finally {
            $this->isBusy = false;
        }
    }

    /** @return array<string, string> what every request has */
    private function envelope(): array
    {
        $released = implode(',', $this->released);
        $this->released = [];
        return ['client_id' => $this->id, 'coroutine_id' => (string) Coroutine::getCid(), 'released' => $released];
    }

    /**
     * What answers may be a server of another user. Objects of other classes than RemoteObject never come from one of ours.
     *
     * @return list<string> the enums among the classes that are named
     */
    private static function enumsIn(string $body): array
    {
        preg_match_all('/E:\d+:"([\w\\\\\x80-\xff]+):/', $body, $found);
        return array_values(array_filter(array_unique($found[1] ?? []), enum_exists(...)));
    }

    private function result(string $body): mixed
    {
        $result = @unserialize($body, ['allowed_classes' => [RemoteObject::class, ...self::enumsIn($body)]]);
        if (is_array($result) && is_array($result['thrown'] ?? null)) {
            throw Exception::fromRemote($result['thrown']);
        }
        if (!is_array($result) || !array_key_exists('result', $result)) {
            throw new Exception('The response is not a serialized value: did the remote code print something and call exit()?');
        }
        return $result['result'];
    }
}
