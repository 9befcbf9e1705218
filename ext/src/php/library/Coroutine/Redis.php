<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Closure;
use Swoole\Error;
use Swoole\Coroutine;
use Tern\Internal\NotSerializable;
use Tern\Internal\Client\Redis\Connection;
use Tern\Internal\Client\Redis\Failure;
use Tern\Internal\Client\Redis\Hashes;
use Tern\Internal\Client\Redis\Keys;
use Tern\Internal\Client\Redis\Lists;
use Tern\Internal\Client\Redis\Server;
use Tern\Internal\Client\Redis\Sets;
use Tern\Internal\Client\Redis\SortedSets;
use Tern\Internal\Client\Redis\Streams;
use Tern\Internal\Client\Redis\Strings;
use Throwable;
use function Tern\Internal\cooperate;
use function Tern\Internal\uncooperate;
use function in_array;
use function is_array;

/**
 * A client of Redis with the API of 2019. Commands have the names and parameters that the redis extension gives them,
 * and suspend until the reply is there, whatever the hooks are. A command that fails returns false; errType, errCode and
 * errMsg tell why. One coroutine may use an object at a time: another one gets an Error. Public methods have no types,
 * so that classes of programs may extend it as they did.
 */
#[NotSerializable]
class Redis
{
    use Hashes;
    use Keys;
    use Lists;
    use Server;
    use Sets;
    use SortedSets;
    use Streams;
    use Strings;

    /** @var string as given to connect() */
    public $host = '';
    /** @var int as given to connect() */
    public $port = 0;
    /**
     * @var array{connect_timeout: float, timeout: float, serialize: bool, reconnect: int, password: string, database: int}
     *     the options
     */
    public $setting;
    /** @var int the number of the stream; -1: not connected */
    public $sock = -1;
    /** @var bool */
    public $connected = false;
    /** @var int SWOOLE_REDIS_ERR_..., 0 after a command that succeeded */
    public $errType = 0;
    /** @var int errno */
    public $errCode = 0;
    /** @var string */
    public $errMsg = '';

    private ?Connection $connection = null;
    /** The coroutine that waits in a call; 0: none. */
    private int $user = 0;
    /** For uncooperate(). */
    private int $before = 0;
    /** Failed attempts to connect since the last one that did. */
    private int $attempts = 0;
    private bool $deferred = false;
    /** Channels and patterns were asked for. */
    private bool $subscribed = false;
    /** @var list<?Closure> what replies that recv() will return have to go through */
    private array $pending = [];
    /** What auth() and select() have set, for automatic connects. */
    private string $password = '';
    private int $database = 0;
    private bool $compatible = false;
    private int $mostBytes = Connection::MOST_BYTES;

    /**
     * @param array<string, scalar>|null $config connect_timeout (seconds, 1), timeout (seconds of each wait for the server, -1: no
     *     limit), serialize (false), reconnect (attempts to connect again, 1), compatibility_mode (false: replies as they
     *     are; true: as the redis extension returns them), password (''), database (0), package_max_length (bytes of a
     *     reply, 512 MB; memory_limit may allow less)
     */
    public function __construct($config = null)
    {
        $this->setting = ['connect_timeout' => 1.0, 'timeout' => -1.0, 'serialize' => false, 'reconnect' => 1,
            'password' => '', 'database' => 0];
        $this->setOptions($config ?? []);
    }

    public function __destruct()
    {
        $this->drop();
    }

    /**
     * Suspends. An object that is connected there already stays so.
     *
     * @param string $host a name, an address, or unix:/path
     * @param int|null $port not for unix sockets
     * @param bool|null $serialize whether values of any type are stored, serialized
     * @return bool
     */
    public function connect($host, $port = null, $serialize = null)
    {
        $this->enter();
        try {
            $port = (int) $port;
            if ($serialize !== null) {
                $this->setOptions(['serialize' => $serialize]);
            }
            $same = $host === $this->host && $port === $this->port;
            if ($same && $this->connection !== null && !$this->connection->isOver()) {
                return true;
            }
            $this->drop();
            [$this->host, $this->port, $this->attempts] = [(string) $host, $port, 0];
            [$this->password, $this->database] = [$this->setting['password'], $this->setting['database']];
            return $this->reach() !== null;
        } finally {
            $this->leave();
        }
    }

    /** @return string|bool the password that the server accepted; false: none */
    public function getAuth()
    {
        return $this->connected && $this->password !== '' ? $this->password : false;
    }

    /** @return int|bool the number of the database; false: not connected */
    public function getDBNum()
    {
        return $this->connected ? $this->database : false;
    }

    /** @return array<string, scalar> */
    public function getOptions()
    {
        return $this->setting;
    }

    /**
     * @param array<string, scalar|null> $options of the constructor; password and database hold from the next connect() on
     * @return void
     */
    public function setOptions($options)
    {
        foreach ($options as $name => $value) {
            match ($name) {
                'connect_timeout', 'timeout' => $this->setting[$name] = (float) $value,
                'serialize' => $this->setting[$name] = (bool) $value,
                'reconnect', 'database' => $this->setting[$name] = (int) $value,
                'password' => $this->setting[$name] = (string) $value,
                'compatibility_mode' => $this->compatible = (bool) $value,
                'package_max_length' => $this->mostBytes = (int) $value,
                default => trigger_error("Swoole\Coroutine\Redis has no option '$name'", E_USER_WARNING),
            };
        }
        $this->tune();
    }

    /** @return bool */
    public function getDefer()
    {
        return $this->deferred;
    }

    /**
     * Whether commands return true once they are sent: recv() returns their replies, in the same order.
     *
     * @param bool $defer
     * @return bool false while it is subscribed
     */
    public function setDefer($defer = true)
    {
        if ($this->subscribed) {
            return false;
        }
        $this->deferred = (bool) $defer;
        return true;
    }

    /**
     * The reply to the oldest command that was deferred, or the next message of a subscription: ['message', channel,
     * text], ['pmessage', pattern, channel, text], ['subscribe', channel, count] and so on. Suspends.
     *
     * @return mixed
     */
    public function recv()
    {
        if ($this->pending === [] && !$this->subscribed) {
            $this->fail(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, 'There is nothing to receive');
            return false;
        }
        return $this->exchange(null, $this->subscribed ? null : array_shift($this->pending));
    }

    /**
     * Any command. Suspends.
     *
     * @param array<mixed> $params its words
     * @return mixed
     */
    public function request(array $params)
    {
        return $this->command(array_values($params));
    }

    /**
     * Ends the wait of another coroutine as well. The next command connects again, unless reconnect is 0.
     *
     * @return bool
     */
    public function close()
    {
        if ($this->connection === null) {
            return false;
        }
        if ($this->user === 0) {
            $this->drop();
            return true;
        }
        $this->connection->shutdown();
        $this->connected = false;
        return true;
    }

    /**
     * @param array<mixed> $words
     * @param Closure|null $shape what to do with a reply that is no error
     */
    private function command(array $words, ?Closure $shape = null): mixed
    {
        if ($this->subscribed) {
            $this->fail(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, 'Something is subscribed to');
            return false;
        }
        return $this->exchange($words, $shape);
    }

    /**
     * Sends a command, if there is one, and waits for a reply.
     *
     * @param array<mixed>|null $words
     */
    private function exchange(?array $words, ?Closure $shape, bool $answered = true): mixed
    {
        $this->enter();
        try {
            $connection = $this->ready($words !== null);
            if ($connection === null) {
                return false;
            }
            if ($words !== null) {
                $connection->send($words);
                if (!$answered) {
                    return true;
                }
                if ($this->deferred) {
                    $this->pending[] = $shape;
                    return true;
                }
            }
            return $this->take($connection->read(), $connection->error, $shape);
        } catch (Failure $failure) {
            $this->drop();
            $this->fail($failure->type, $failure->getCode(), $failure->getMessage());
            return false;
        } catch (Throwable $thrown) {
            $this->drop();  // the reply would be taken for that of the next command
            throw $thrown;
        } finally {
            $this->leave();
        }
    }

    private function take(mixed $reply, ?string $error, ?Closure $shape): mixed
    {
        if ($reply === false && $error !== null) {
            $type = str_starts_with($error, 'NOAUTH') ? SWOOLE_REDIS_ERR_NOAUTH : SWOOLE_REDIS_ERR_OTHER;
            $this->fail($type, Failure::INVALID, $error);
            return false;
        }
        if ($this->errType !== 0) {
            $this->fail(0, 0, '');
        }
        if ($this->subscribed && is_array($reply) && in_array($reply[0] ?? null, ['unsubscribe', 'punsubscribe'], true)) {
            $this->subscribed = ($reply[2] ?? null) !== 0;
        }
        return $shape === null ? $reply : $shape($reply);
    }

    /** Connects again what was closed, unless replies are lost with it. */
    private function ready(bool $may_connect): ?Connection
    {
        if ($this->connection !== null && !$this->connection->isOver()) {
            return $this->connection;
        }
        if ($this->connection !== null && ($this->pending !== [] || !$may_connect)) {
            throw new Failure(SWOOLE_REDIS_ERR_EOF, Failure::RESET);
        }
        $this->drop();
        if ($this->host === '') {
            trigger_error('Swoole\Coroutine\Redis: The host is empty', E_USER_WARNING);
            throw new Failure(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, 'The host is empty');
        }
        if ($this->attempts >= $this->setting['reconnect']) {
            $this->fail(SWOOLE_REDIS_ERR_CLOSED, $this->errCode ?: Failure::RESET, 'The connection is closed');
            return null;
        }
        return $this->reach();
    }

    /** @return Connection|null null: it failed */
    private function reach(): ?Connection
    {
        try {
            $this->connection = $connection = Connection::open($this->host, $this->port, $this->setting['connect_timeout']);
            $this->tune();
            $this->greet($connection);
        } catch (Failure $failure) {
            ++$this->attempts;
            $this->drop();
            $this->fail($failure->type, $failure->getCode(), $failure->getMessage());
            return null;
        } catch (Throwable $thrown) {
            $this->drop();
            throw $thrown;
        }
        $this->sock = $connection->id();
        $this->connected = true;
        $this->attempts = 0;
        $this->fail(0, 0, '');
        return $connection;
    }

    private function greet(Connection $connection): void
    {
        $greeting = $this->password === '' ? [] : [['AUTH', $this->password]];
        if ($this->database !== 0) {
            $greeting[] = ['SELECT', $this->database];
        }
        foreach ($greeting as $words) {
            $connection->send($words);
            $connection->read();
            if ($connection->error !== null) {
                throw new Failure(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, $connection->error);
            }
        }
    }

    private function tune(): void
    {
        if ($this->connection === null) {
            return;
        }
        $this->connection->limit($this->setting['timeout']);
        $this->connection->serialized = $this->setting['serialize'];
        $this->connection->mostBytes = $this->mostBytes;
        $this->connection->nil = $this->compatible ? false : null;
    }

    private function drop(): void
    {
        $this->connection?->close();
        $this->connection = null;
        [$this->sock, $this->connected, $this->subscribed, $this->pending] = [-1, false, false, []];
    }

    private function fail(int $type, int $code, string $message): void
    {
        [$this->errType, $this->errCode, $this->errMsg] = [$type, $code, $message];
    }

    private function enter(): void
    {
        $id = Coroutine::getCid();
        if ($id < 0) {
            throw new Error('API must be called in the coroutine', SWOOLE_ERROR_CO_OUT_OF_COROUTINE);
        }
        if ($this->user !== 0) {
            throw new Error("Coroutine #$this->user uses this Redis already: coroutine #$id cannot");
        }
        $this->user = $id;
        $this->before = cooperate();
    }

    private function leave(): void
    {
        uncooperate($this->before);
        $this->user = 0;
    }
}
