// Written by scripts/library from the PHP files beside it.
#include "php/library/sources.h"

namespace tern::php::library {

namespace {

// clang-format off
constexpr Source kSources[] = {
{"swoole\\connectionpool", "tern:/library/ConnectionPool.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole;

use RuntimeException;
use Swoole\Coroutine\Channel;
use Throwable;

/** Connections that coroutines borrow. They come back as the program left them: Tern\Pool cleans them. */
class ConnectionPool
{
    public const DEFAULT_SIZE = 64;

    /** @var Channel|null what nobody has; null: closed */
    protected $pool;
    /** @var callable */
    protected $constructor;
    /** @var int */
    protected $size;
    /** @var int how many there are, lent or not */
    protected $num = 0;
    /** @var string|null */
    protected $proxy;

    /**
     * @param callable $constructor returns a new connection
     * @param int $size most connections at a time
     * @param string|null $proxy a class whose constructor gets $constructor and whose objects are lent instead
     */
    public function __construct(callable $constructor, int $size = self::DEFAULT_SIZE, ?string $proxy = null)
    {
        $this->pool = new Channel($this->size = $size);
        $this->constructor = $constructor;
        $this->proxy = $proxy;
    }

    /** Makes all the connections that the pool may have. May suspend. */
    public function fill(): void
    {
        while ($this->size > $this->num) {
            $this->make();
        }
    }

    /**
     * Borrows a connection, or makes one if none is free and there may be more. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return mixed false when the time was over
     * @throws RuntimeException if the pool is closed
     */
    public function get(float $timeout = -1)
    {
        if ($this->pool === null) {
            throw new RuntimeException('Pool has been closed');
        }
        if ($this->pool->isEmpty() && $this->num < $this->size) {
            return $this->create();
        }
        return $this->pool->pop($timeout);
    }

    /**
     * Gives a connection back.
     *
     * @param mixed $connection null: it is broken, and another one may be made
     */
    public function put($connection): void
    {
        if ($this->pool === null) {
            return;
        }
        if ($connection !== null) {
            $this->pool->push($connection);
            return;
        }
        --$this->num;
        if ($this->pool->stats()['consumer_num'] > 0) {
            $this->make();
        }
    }

    /** Drops what nobody has; who waits gets false. Connections that are lent go when their borrowers drop them. */
    public function close(): void
    {
        $this->pool?->close();
        $this->pool = null;
        $this->num = 0;
    }

    protected function make(): void
    {
        $this->put($this->create());
    }

    private function create(): mixed
    {
        ++$this->num;
        try {
            return $this->proxy === null ? ($this->constructor)() : new $this->proxy($this->constructor);
        } catch (Throwable $error) {
            --$this->num;
            throw $error;
        }
    }
}
)PHP"},
{"swoole\\coroutine\\barrier", "tern:/library/Coroutine/Barrier.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Tern\Internal\Latch;

/**
 * Waits for coroutines that share a variable: each one holds the barrier (`use ($barrier)`), and who waits goes on when
 * the last of them has let go of it.
 */
class Barrier
{
    private ?Latch $gone = null;

    public static function make(): self
    {
        return new self();
    }

    /**
     * Gives up the caller's own reference, and waits until there is no other one. Several coroutines may wait. Suspends.
     *
     * @param Barrier|null $barrier is null afterwards
     * @param float $timeout in seconds; 0 or less: no limit
     */
    public static function wait(?Barrier &$barrier, float $timeout = -1): void
    {
        if ($barrier === null) {
            return;
        }
        $gone = $barrier->gone ??= new Latch();
        $barrier = null;
        $gone->wait($timeout);
    }

    public function __destruct()
    {
        $this->gone?->open();
    }
}
)PHP"},
{"swoole\\coroutine\\scheduler", "tern:/library/Coroutine/Scheduler.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use Swoole\Coroutine;

/** Collects functions and then runs them as coroutines, as Swoole\Coroutine\run() runs one. */
final class Scheduler
{
    /** @var list<array{callable, array}> functions with their arguments */
    private array $tasks = [];
    private ?array $options = null;

    /**
     * @param mixed $args passed to the function
     * @return bool true
     */
    public function add(callable $fn, mixed ...$args): bool
    {
        $this->tasks[] = [$fn, $args];
        return true;
    }

    /**
     * The same function in several coroutines.
     *
     * @param mixed $args passed to the function
     * @return bool true
     */
    public function parallel(int $n, callable $fn, mixed ...$args): bool
    {
        for ($i = 0; $i < $n; ++$i) {
            $this->tasks[] = [$fn, $args];
        }
        return true;
    }

    /** As Swoole\Coroutine::set(). */
    public function set(array $options): void
    {
        Coroutine::set($options);
        $this->options = $options + ($this->options ?? []);
    }

    /** @return array|null what was given to set(); null: nothing */
    public function getOptions(): ?array
    {
        return $this->options;
    }

    /**
     * Runs what was added, and waits until it and everything that it started has ended.
     *
     * @return bool false, with a warning, where Swoole\Coroutine\run() cannot run or nothing was added
     */
    public function start(): bool
    {
        if ($this->tasks === []) {
            trigger_error('A Scheduler without coroutines has nothing to start', E_USER_WARNING);
            return false;
        }
        return run(function () {
            [$tasks, $this->tasks] = [$this->tasks, []];
            foreach ($tasks as [$fn, $args]) {
                Coroutine::create($fn, ...$args);
            }
        });
    }
}
)PHP"},
{"swoole\\coroutine\\waitgroup", "tern:/library/Coroutine/WaitGroup.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Coroutine;

use BadMethodCallException;
use InvalidArgumentException;
use Tern\Internal\Latch;

/** Counts work that others do, and lets coroutines wait until all of it is done. */
class WaitGroup
{
    private int $count = 0;
    private ?Latch $latch = null;

    /** @param int $delta work that is under way already */
    public function __construct(int $delta = 0)
    {
        $this->add($delta);
    }

    /**
     * More work, or less.
     *
     * @throws InvalidArgumentException if the count would become negative
     * @throws BadMethodCallException while someone waits
     */
    public function add(int $delta = 1): void
    {
        if ($this->latch?->isWaitedFor()) {
            throw new BadMethodCallException('A WaitGroup cannot take more work while a coroutine waits for it');
        }
        if ($this->count + $delta < 0) {
            throw new InvalidArgumentException("The count of a WaitGroup cannot become negative: $this->count + $delta");
        }
        $this->count += $delta;
    }

    /**
     * A piece of work is done. With the last one, those who wait go on, at once.
     *
     * @throws BadMethodCallException if there is no work
     */
    public function done(): void
    {
        if ($this->count === 0) {
            throw new BadMethodCallException('A WaitGroup without work cannot have more of it done');
        }
        if (--$this->count > 0 || $this->latch === null) {
            return;
        }
        [$latch, $this->latch] = [$this->latch, null];
        $latch->open();
    }

    /**
     * Waits until all work is done. Several coroutines may wait. Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled: swoole_last_error() says which
     */
    public function wait(float $timeout = -1): bool
    {
        if ($this->count === 0) {
            return true;
        }
        $this->latch ??= new Latch();
        return $this->latch->wait($timeout);
    }

    public function count(): int
    {
        return $this->count;
    }
}
)PHP"},
{"swoole\\database\\detectslostconnections", "tern:/library/Database/DetectsLostConnections.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Tern\Database;
use Throwable;

/** Tells by an exception that the connection is lost. */
class DetectsLostConnections
{
    public static function causedByLostConnection(Throwable $e): bool
    {
        return Database::isConnectionLost($e);
    }
}
)PHP"},
{"swoole\\database\\mysqliconfig", "tern:/library/Database/MysqliConfig.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

/** Where a MysqliPool connects to. */
class MysqliConfig
{
    protected string $host = '127.0.0.1';
    protected int $port = 3306;
    protected string $unixSocket = '';
    protected string $dbname = 'test';
    protected string $charset = 'utf8mb4';
    protected string $username = 'root';
    protected string $password = 'root';
    protected array $options = [];

    public function getHost(): string
    {
        return $this->host;
    }

    public function withHost(string $host): self
    {
        $this->host = $host;
        return $this;
    }

    public function getPort(): int
    {
        return $this->port;
    }

    public function withPort(int $port): self
    {
        $this->port = $port;
        return $this;
    }

    public function getUnixSocket(): string
    {
        return $this->unixSocket;
    }

    public function withUnixSocket(string $unixSocket): self
    {
        $this->unixSocket = $unixSocket;
        return $this;
    }

    public function getDbname(): string
    {
        return $this->dbname;
    }

    public function withDbname(string $dbname): self
    {
        $this->dbname = $dbname;
        return $this;
    }

    public function getCharset(): string
    {
        return $this->charset;
    }

    public function withCharset(string $charset): self
    {
        $this->charset = $charset;
        return $this;
    }

    public function getUsername(): string
    {
        return $this->username;
    }

    public function withUsername(string $username): self
    {
        $this->username = $username;
        return $this;
    }

    public function getPassword(): string
    {
        return $this->password;
    }

    public function withPassword(string $password): self
    {
        $this->password = $password;
        return $this;
    }

    public function getOptions(): array
    {
        return $this->options;
    }

    public function withOptions(array $options): self
    {
        $this->options = $options;
        return $this;
    }

    public function hasUnixSocket(): bool
    {
        return $this->unixSocket !== '';
    }
}
)PHP"},
{"swoole\\database\\mysqliexception", "tern:/library/Database/MysqliException.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Exception;

/** A MysqliPool cannot connect, or a call failed after its connection was lost. */
class MysqliException extends Exception
{
}
)PHP"},
{"swoole\\database\\mysqlipool", "tern:/library/Database/MysqliPool.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use mysqli;
use Swoole\ConnectionPool;

/** Connections of mysqli, which connect again when they are lost. */
class MysqliPool extends ConnectionPool
{
    protected MysqliConfig $config;

    public function __construct(MysqliConfig $config, int $size = self::DEFAULT_SIZE)
    {
        $this->config = $config;
        parent::__construct(static fn () => self::connect($config), $size, MysqliProxy::class);
    }

    private static function connect(MysqliConfig $config): mysqli
    {
        $mysqli = new mysqli();
        foreach ($config->getOptions() as $option => $value) {
            $mysqli->options($option, $value);
        }
        $socket = $config->getUnixSocket();
        $done = $mysqli->real_connect($socket === '' ? $config->getHost() : 'localhost', $config->getUsername(),
            $config->getPassword(), $config->getDbname(), $config->getPort(), $socket === '' ? null : $socket);
        if (!$done) {
            throw new MysqliException((string) $mysqli->connect_error, $mysqli->connect_errno);
        }
        $mysqli->set_charset($config->getCharset());
        return $mysqli;
    }
}
)PHP"},
{"swoole\\database\\mysqliproxy", "tern:/library/Database/MysqliProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use mysqli;
use mysqli_sql_exception;
use mysqli_stmt;

/** A mysqli object that connects again, once a call, when its connection is lost and no transaction with it. */
class MysqliProxy extends ObjectProxy
{
    public const IO_ERRORS = [2002, 2006, 2013, 4031];
    private const BEGINS = ['begin_transaction' => true, 'commit' => false, 'rollback' => false];

    /** @var mysqli */
    protected $__object;
    /** @var callable */
    protected $constructor;
    /** @var int how often it connected again */
    protected $round = 0;
    private bool $in_transaction = false;
    private bool $autocommit = true;
    private ?string $charset = null;

    /** @param callable $constructor returns a new mysqli */
    public function __construct(callable $constructor)
    {
        $this->constructor = $constructor;
        parent::__construct($constructor());
    }

    public function __call(string $name, array $arguments)
    {
        $result = $this->attempt(fn () => $this->__object->{$name}(...$arguments), fn () => $this->__object->errno);
        $lower = strtolower($name);
        $this->in_transaction = self::BEGINS[$lower] ?? $this->in_transaction;
        match ($lower) {
            'autocommit' => $this->autocommit = (bool) $arguments[0],
            'set_charset' => $this->charset = $arguments[0],
            default => null,
        };
        return $result instanceof mysqli_stmt ? new MysqliStatementProxy($result, $arguments[0] ?? null, $this) : $result;
    }

    /**
     * Calls a function, and again after connecting again.
     *
     * @internal also for statements
     * @param callable $errno the number of the error, where errors are not exceptions
     */
    public function attempt(callable $call, callable $errno): mixed
    {
        $thrown = null;
        try {
            $result = $call();
            $lost = $result === false && in_array($errno(), self::IO_ERRORS, true);
        } catch (mysqli_sql_exception $thrown) {
            $lost = in_array($thrown->getCode(), self::IO_ERRORS, true);
        }
        if (!$lost) {
            return $thrown === null ? $result : throw $thrown;
        }
        $again = !$this->in_transaction && $this->autocommit;
        $this->reconnect();  // what the transaction did is gone, and the program is told
        return $again ? $call() : ($thrown === null ? $result : throw $thrown);
    }

    public function getRound(): int
    {
        return $this->round;
    }

    public function reconnect(): void
    {
        $this->__object = ($this->constructor)();
        ++$this->round;
        $this->in_transaction = false;
        if (!$this->autocommit) {
            $this->__object->autocommit(false);
        }
        if ($this->charset !== null) {
            $this->__object->set_charset($this->charset);
        }
    }
}
)PHP"},
{"swoole\\database\\mysqlistatementproxy", "tern:/library/Database/MysqliStatementProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use mysqli_stmt;

/** A statement of a MysqliProxy: prepared anew, with its bindings, when its connection is another one. */
class MysqliStatementProxy extends ObjectProxy
{
    /** @var mysqli_stmt */
    protected $__object;
    /** @var string|null */
    protected $queryString;
    /** @var MysqliProxy */
    protected $parent;
    /** @var int of the parent */
    protected $parentRound;
    /** @var array<string, callable> what is to be done again */
    private array $settings = [];

    public function __construct(mysqli_stmt $object, ?string $queryString, MysqliProxy $parent)
    {
        parent::__construct($object);
        $this->queryString = $queryString;
        $this->parent = $parent;
        $this->parentRound = $parent->getRound();
    }

    public function __call(string $name, array $arguments)
    {
        if (strcasecmp($name, 'execute') !== 0 || $this->queryString === null) {
            return $this->__object->{$name}(...$arguments);
        }
        return $this->parent->attempt(function () use ($arguments) {
            $this->follow();
            return $this->__object->execute(...$arguments);
        }, fn () => $this->__object->errno);
    }

    private function follow(): void
    {
        if ($this->parentRound === $this->parent->getRound()) {
            return;
        }
        $this->__object = $this->parent->__getObject()->prepare($this->queryString);
        foreach ($this->settings as $apply) {
            $apply($this->__object);
        }
        $this->parentRound = $this->parent->getRound();
    }

    private function keep(string $what, callable $apply): bool
    {
        $this->settings[$what] = $apply;
        return $apply($this->__object);
    }

    public function attr_set($attr, $mode): bool
    {
        return $this->keep("attribute $attr", fn (mysqli_stmt $to) => $to->attr_set($attr, $mode));
    }

    public function bind_param($types, &...$arguments): bool
    {
        return $this->keep('parameters', fn (mysqli_stmt $to) => $to->bind_param($types, ...$arguments));
    }

    public function bind_result(&...$arguments): bool
    {
        return $this->keep('results', fn (mysqli_stmt $to) => $to->bind_result(...$arguments));
    }
}
)PHP"},
{"swoole\\database\\objectproxy", "tern:/library/Database/ObjectProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Error;

/** A connection or a statement that may be replaced by a new one when it is lost. */
class ObjectProxy extends \Swoole\ObjectProxy
{
    public function __clone()
    {
        throw new Error('Trying to clone an uncloneable database proxy object');
    }
}
)PHP"},
{"swoole\\database\\pdoconfig", "tern:/library/Database/PDOConfig.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use PDO;

/** Where a PDOPool connects to. */
class PDOConfig
{
    public const DRIVER_MYSQL = 'mysql';

    protected string $driver = self::DRIVER_MYSQL;
    protected string $host = '127.0.0.1';
    protected int $port = 3306;
    protected string $unixSocket = '';
    protected string $dbname = 'test';
    protected string $charset = 'utf8mb4';
    protected string $username = 'root';
    protected string $password = 'root';
    protected array $options = [];

    public function getDriver(): string
    {
        return $this->driver;
    }

    public function withDriver(string $driver): self
    {
        $this->driver = $driver;
        return $this;
    }

    public function getHost(): string
    {
        return $this->host;
    }

    public function withHost(string $host): self
    {
        $this->host = $host;
        return $this;
    }

    public function getPort(): int
    {
        return $this->port;
    }

    public function withPort(int $port): self
    {
        $this->port = $port;
        return $this;
    }

    public function getUnixSocket(): string
    {
        return $this->unixSocket;
    }

    public function withUnixSocket(string $unixSocket): self
    {
        $this->unixSocket = $unixSocket;
        return $this;
    }

    public function getDbname(): string
    {
        return $this->dbname;
    }

    public function withDbname(string $dbname): self
    {
        $this->dbname = $dbname;
        return $this;
    }

    public function getCharset(): string
    {
        return $this->charset;
    }

    public function withCharset(string $charset): self
    {
        $this->charset = $charset;
        return $this;
    }

    public function getUsername(): string
    {
        return $this->username;
    }

    public function withUsername(string $username): self
    {
        $this->username = $username;
        return $this;
    }

    public function getPassword(): string
    {
        return $this->password;
    }

    public function withPassword(string $password): self
    {
        $this->password = $password;
        return $this;
    }

    public function getOptions(): array
    {
        return $this->options;
    }

    public function withOptions(array $options): self
    {
        $this->options = $options;
        return $this;
    }

    public function hasUnixSocket(): bool
    {
        return $this->unixSocket !== '';
    }

    /** @return string[] of this PHP */
    public static function getAvailableDrivers(): array
    {
        return PDO::getAvailableDrivers();
    }
}
)PHP"},
{"swoole\\database\\pdopool", "tern:/library/Database/PDOPool.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use PDO;
use Swoole\ConnectionPool;

/** Connections of PDO, which connect again when they are lost. */
class PDOPool extends ConnectionPool
{
    protected PDOConfig $config;

    public function __construct(PDOConfig $config, int $size = self::DEFAULT_SIZE)
    {
        $this->config = $config;
        parent::__construct(static fn () => new PDO(self::dsn($config), $config->getUsername(), $config->getPassword(),
            $config->getOptions()), $size, PDOProxy::class);
    }

    /**
     * @param float $timeout in seconds; 0 or less: no limit
     * @return PDOProxy|false false when the time was over
     */
    public function get(float $timeout = -1)
    {
        $pdo = parent::get($timeout);
        if ($pdo instanceof PDOProxy) {
            $pdo->reset();
        }
        return $pdo;
    }

    private static function dsn(PDOConfig $config): string
    {
        $driver = $config->getDriver();
        if ($driver === 'sqlite') {
            return "sqlite:{$config->getDbname()}";
        }
        $socket = $config->getUnixSocket();
        [$where, $charset] = match (true) {
            $driver !== 'mysql' => ["host={$config->getHost()};port={$config->getPort()}", null],
            $socket !== '' => ["unix_socket=$socket", $config->getCharset()],
            default => ["host={$config->getHost()};port={$config->getPort()}", $config->getCharset()],
        };
        return "$driver:$where;dbname={$config->getDbname()}" . ($charset === null ? '' : ";charset=$charset");
    }
}
)PHP"},
{"swoole\\database\\pdoproxy", "tern:/library/Database/PDOProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use PDO;
use PDOException;
use PDOStatement;

/** A PDO object that connects again, once a call, when its connection is lost and no transaction with it. */
class PDOProxy extends ObjectProxy
{
    /** @var PDO */
    protected $__object;
    /** @var callable */
    protected $constructor;
    /** @var int how often it connected again */
    protected $round = 0;
    /** It was lost within a transaction: the program knows, and starts anew. */
    private bool $lost = false;
    /** @var array<int, mixed> as the program set them */
    private array $attributes = [];

    /** @param callable $constructor returns a new PDO */
    public function __construct(callable $constructor)
    {
        $this->constructor = $constructor;
        parent::__construct($this->connect());
    }

    public function __call(string $name, array $arguments)
    {
        $result = $this->attempt(fn () => $this->__object->{$name}(...$arguments));
        return $result instanceof PDOStatement ? new PDOStatementProxy($result, $this, $arguments[1] ?? []) : $result;
    }

    /**
     * Calls a function, and again after connecting again.
     *
     * @internal also for statements
     */
    public function attempt(callable $call): mixed
    {
        if ($this->lost) {
            $this->reconnect();
        }
        $in_transaction = $this->__object->inTransaction();
        try {
            return $call();
        } catch (PDOException $error) {
            if (!DetectsLostConnections::causedByLostConnection($error)) {
                throw $error;
            }
            if ($in_transaction) {
                $this->lost = true;
                throw $error;
            }
        }
        $this->reconnect();
        return $call();
    }

    public function getRound(): int
    {
        return $this->round;
    }

    public function reconnect(): void
    {
        $this->__object = $this->connect();
        ++$this->round;
        $this->lost = false;
    }

    private function connect(): PDO
    {
        $pdo = ($this->constructor)();
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        foreach ($this->attributes as $attribute => $value) {
            $pdo->setAttribute($attribute, $value);
        }
        return $pdo;
    }

    public function setAttribute(int $attribute, $value): bool
    {
        $this->attributes[$attribute] = $value;
        return $this->__object->setAttribute($attribute, $value);
    }

    public function inTransaction(): bool
    {
        return !$this->lost && $this->__object->inTransaction();
    }

    /** Before someone else has it. */
    public function reset(): void
    {
    }
}
)PHP"},
{"swoole\\database\\pdostatementproxy", "tern:/library/Database/PDOStatementProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Iterator;
use IteratorAggregate;
use PDO;
use PDOStatement;

/** A statement of a PDOProxy: prepared anew, with its bindings and settings, when its connection is another one. */
class PDOStatementProxy extends ObjectProxy implements IteratorAggregate
{
    /** @var PDOStatement */
    protected $__object;
    /** @var PDOProxy */
    protected $parent;
    /** @var int of the parent */
    protected $parentRound;
    private array $options;
    /** @var array<string, callable> what is to be done again */
    private array $settings = [];

    public function __construct(PDOStatement $object, PDOProxy $parent, mixed $options = [])
    {
        parent::__construct($object);
        $this->parent = $parent;
        $this->parentRound = $parent->getRound();
        $this->options = is_array($options) ? $options : [];
    }

    public function __call(string $name, array $arguments)
    {
        if (strcasecmp($name, 'execute') !== 0) {
            return $this->__object->{$name}(...$arguments);  // results of a lost connection are lost
        }
        return $this->parent->attempt(function () use ($arguments) {
            $this->follow();
            return $this->__object->execute(...$arguments);
        });
    }

    private function follow(): void
    {
        if ($this->parentRound === $this->parent->getRound()) {
            return;
        }
        $this->__object = $this->parent->__getObject()->prepare($this->__object->queryString, $this->options);
        foreach ($this->settings as $apply) {
            $apply($this->__object);
        }
        $this->parentRound = $this->parent->getRound();
    }

    private function keep(string $what, callable $apply): bool
    {
        $this->settings[$what] = $apply;
        return $apply($this->__object);
    }

    public function getIterator(): Iterator
    {
        return $this->__object->getIterator();
    }

    public function setAttribute(int $attribute, $value): bool
    {
        return $this->keep("attribute $attribute", fn (PDOStatement $to) => $to->setAttribute($attribute, $value));
    }

    public function setFetchMode(int $mode, ...$params): bool
    {
        return $this->keep('fetch mode', fn (PDOStatement $to) => $to->setFetchMode($mode, ...$params));
    }

    public function bindParam($parameter, &$variable, int $data_type = PDO::PARAM_STR, int $length = 0, $driver_options = null): bool
    {
        return $this->keep("parameter $parameter", function (PDOStatement $to) use ($parameter, &$variable, $data_type, $length, $driver_options) {
            return $to->bindParam($parameter, $variable, $data_type, $length, $driver_options);
        });
    }

    public function bindColumn($column, &$param, ?int $type = null, int $maxlen = 0, $driverdata = null): bool
    {
        return $this->keep("column $column", function (PDOStatement $to) use ($column, &$param, $type, $maxlen, $driverdata) {
            return $to->bindColumn($column, $param, $type ?? PDO::PARAM_STR, $maxlen, $driverdata);
        });
    }

    public function bindValue($parameter, $value, int $data_type = PDO::PARAM_STR): bool
    {
        return $this->keep("parameter $parameter", fn (PDOStatement $to) => $to->bindValue($parameter, $value, $data_type));
    }
}
)PHP"},
{"swoole\\database\\redisconfig", "tern:/library/Database/RedisConfig.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

/** Where a RedisPool connects to. */
class RedisConfig
{
    protected string $host = '127.0.0.1';
    protected int $port = 6379;
    protected float $timeout = 0.0;
    protected string $reserved = '';
    protected int $retryInterval = 0;
    protected float $readTimeout = 0.0;
    protected mixed $auth = '';
    protected int $dbIndex = 0;
    protected array $options = [];

    public function getHost(): string
    {
        return $this->host;
    }

    public function withHost(string $host): self
    {
        $this->host = $host;
        return $this;
    }

    public function getPort(): int
    {
        return $this->port;
    }

    public function withPort(int $port): self
    {
        $this->port = $port;
        return $this;
    }

    public function getTimeout(): float
    {
        return $this->timeout;
    }

    public function withTimeout(float $timeout): self
    {
        $this->timeout = $timeout;
        return $this;
    }

    public function getReserved(): string
    {
        return $this->reserved;
    }

    public function withReserved(string $reserved): self
    {
        $this->reserved = $reserved;
        return $this;
    }

    public function getRetryInterval(): int
    {
        return $this->retryInterval;
    }

    public function withRetryInterval(int $retryInterval): self
    {
        $this->retryInterval = $retryInterval;
        return $this;
    }

    public function getReadTimeout(): float
    {
        return $this->readTimeout;
    }

    public function withReadTimeout(float $readTimeout): self
    {
        $this->readTimeout = $readTimeout;
        return $this;
    }

    public function getAuth(): mixed
    {
        return $this->auth;
    }

    public function withAuth(mixed $auth): self
    {
        $this->auth = $auth;
        return $this;
    }

    public function getDbIndex(): int
    {
        return $this->dbIndex;
    }

    public function withDbIndex(int $dbIndex): self
    {
        $this->dbIndex = $dbIndex;
        return $this;
    }

    public function getOptions(): array
    {
        return $this->options;
    }

    public function withOptions(array $options): self
    {
        $this->options = $options;
        return $this;
    }
}
)PHP"},
{"swoole\\database\\redispool", "tern:/library/Database/RedisPool.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole\Database;

use Redis;
use RuntimeException;
use Swoole\ConnectionPool;

/** Connections of the redis extension, which connects again by itself. */
class RedisPool extends ConnectionPool
{
    protected RedisConfig $config;

    public function __construct(RedisConfig $config, int $size = self::DEFAULT_SIZE)
    {
        $this->config = $config;
        parent::__construct(static fn () => self::connect($config), $size);
    }

    private static function connect(RedisConfig $config): Redis
    {
        if (!class_exists(Redis::class)) {
            throw new RuntimeException('RedisPool needs the redis extension (package php-redis)');
        }
        $redis = new Redis();
        $redis->connect($config->getHost(), $config->getPort(), $config->getTimeout(), null, $config->getRetryInterval(),
            $config->getReadTimeout());
        foreach ($config->getOptions() as $option => $value) {
            $redis->setOption($option, $value);
        }
        if (!in_array($config->getAuth(), ['', [], null], true)) {
            $redis->auth($config->getAuth());
        }
        if ($config->getDbIndex() !== 0) {
            $redis->select($config->getDbIndex());
        }
        return $redis;
    }
}
)PHP"},
{"swoole\\objectproxy", "tern:/library/ObjectProxy.php", R"PHP(<?php

declare(strict_types=1);

namespace Swoole;

use TypeError;

/** An object in the place of another one: properties and methods are that one's. */
class ObjectProxy
{
    /** @var object */
    protected $__object;

    public function __construct($object)
    {
        if (!is_object($object)) {
            throw new TypeError('Non-object given');
        }
        $this->__object = $object;
    }

    public function __getObject()
    {
        return $this->__object;
    }

    public function __get(string $name)
    {
        return $this->__object->{$name};
    }

    public function __set(string $name, $value): void
    {
        $this->__object->{$name} = $value;
    }

    public function __isset($name)
    {
        return isset($this->__object->{$name});
    }

    public function __unset(string $name): void
    {
        unset($this->__object->{$name});
    }

    public function __call(string $name, array $arguments)
    {
        return $this->__object->{$name}(...$arguments);
    }

    public function __invoke(...$arguments)
    {
        return ($this->__object)(...$arguments);
    }
}
)PHP"},
{"tern\\database", "tern:/library/Tern/Database.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

use mysqli_sql_exception;
use PDOException;
use PgSql\Connection;
use RedisException;
use Swoole\Coroutine;
use Throwable;
use ValueError;

/** What programs of every database need: transactions that are tried again, and what an exception means. */
final class Database
{
    private const DEADLOCK_CODES = [1205, 1213];
    private const DEADLOCK_STATES = ['40001', '40P01'];
    /** Of MySQL's client, of its server, of MariaDB's. */
    private const LOST_CODES = [2002, 2003, 2006, 2013, 2055, 1040, 1053, 1152, 1158, 1159, 1160, 1161, 1927, 3169, 4031];
    private const LOST_STATES = ['57P01', '57P02', '57P03', '57P05', '53300'];
    private const LOST_TEXTS = '/server closed the connection|no connection to the server|connection to server .* failed'
        . '|could not connect|terminating connection|the database system is (starting|shutting)|connection (was )?(lost|reset|refused|closed)'
        . '|gone away|went away|(read|write) error on connection|socket error on|broken pipe|unexpected eof|LOADING /i';

    /**
     * Runs a function in a transaction, and again when the database gave it up or the connection was lost: but not once it
     * may have been committed, wholly or in part. Suspends.
     *
     * @param callable $work gets the connection. It neither begins nor commits, and runs no statement that commits by
     *     itself (CREATE TABLE in MySQL): that is an exception at its end, and never tried again, unless PostgreSQL's
     *     connection was lost behind it, whose client does not know
     * @param int $attempts at most, 1 to 100
     * @param float $pause seconds before the second one, at random between half of it and all; twice that before the next
     * @return mixed what the function returned
     * @throws Throwable what the last attempt threw; a lost connection while committing is thrown at once, since nobody
     *     knows whether it was committed
     */
    public static function transaction(Pool $pool, callable $work, int $attempts = 3, float $pause = 0.02): mixed
    {
        if ($attempts < 1 || $attempts > 100) {
            throw new ValueError("Tern\Database::transaction(): Argument #3 (\$attempts) must be between 1 and 100, $attempts given");
        }
        for ($attempt = 1;; ++$attempt) {
            $again = true;
            try {
                return $pool->use(function (object $connection) use ($work, &$again) {
                    return self::attempt($connection, $work, $again);
                });
            } catch (Throwable $error) {
                if ($attempt === $attempts || !$again || !(self::isDeadlock($error) || self::isConnectionLost($error))) {
                    throw $error;
                }
            }
            $longest = $pause * 2 ** ($attempt - 1);
            Coroutine::sleep(max(0.001, $longest * (0.5 + mt_rand() / mt_getrandmax() / 2)));
        }
    }

    private static function attempt(object $connection, callable $work, bool &$again): mixed
    {
        self::say($connection, 'begin');
        try {
            $result = $work($connection);
        } finally {
            // What the client knows of it, also of a session that is gone.
            $again = !method_exists($connection, 'inTransaction') || $connection->inTransaction();
        }
        if (!$again) {
            throw new PoolException('The transaction was ended within: by commit(), rollBack() or a statement that commits');
        }
        try {
            self::say($connection, 'commit');
        } catch (Throwable $error) {
            $again = self::isDeadlock($error);
            throw $error;
        }
        return $result;
    }

    private static function say(object $connection, string $what): void
    {
        if ($connection instanceof Connection) {
            $done = pg_query($connection, $what);
        } else {
            $methods = $what === 'commit' ? ['commit'] : ['beginTransaction', 'begin_transaction', 'begin'];
            $known = array_values(array_filter($methods, fn (string $name) => is_callable([$connection, $name])));
            $done = $known === [] ? throw new PoolException('A ' . get_debug_type($connection) . ' knows no transactions')
                : $connection->{$known[0]}();
        }
        if ($done === false) {
            throw new PoolException("The $what failed");
        }
    }

    /** Whether the database gave up a transaction, or a lock, for another one: it may succeed when tried again. */
    public static function isDeadlock(Throwable $error): bool
    {
        return in_array(self::code($error), self::DEADLOCK_CODES, true)
            || in_array(self::state($error), self::DEADLOCK_STATES, true);
    }

    /** Whether the connection is lost, or there could be none because the server is not there (yet). */
    public static function isConnectionLost(Throwable $error): bool
    {
        return in_array(self::code($error), self::LOST_CODES, true) || in_array(self::state($error), self::LOST_STATES, true)
            || str_starts_with(self::state($error), '08') || preg_match(self::LOST_TEXTS, $error->getMessage()) === 1;
    }

    private static function code(Throwable $error): int
    {
        return match (true) {
            $error instanceof PDOException => (int) ($error->errorInfo[1] ?? $error->getCode()),
            $error instanceof mysqli_sql_exception => $error->getCode(),
            default => 0,
        };
    }

    private static function state(Throwable $error): string
    {
        return match (true) {
            $error instanceof PDOException => (string) ($error->errorInfo[0] ?? ''),
            $error instanceof mysqli_sql_exception => $error->getSqlState(),
            default => '',
        };
    }
}
)PHP"},
{"tern\\internal\\latch", "tern:/library/Tern/Internal/Latch.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Swoole\Coroutine;

/** Coroutines wait until it is opened, once and for all: whoever comes later does not wait. */
final class Latch
{
    /** @var array<int, true> the numbers of those who wait, in the order of their coming */
    private array $waiting = [];
    private bool $open = false;

    /**
     * Suspends.
     *
     * @param float $timeout in seconds; 0 or less: no limit
     * @return bool false when the time was over before, or the wait was cancelled
     */
    public function wait(float $timeout): bool
    {
        if ($this->open) {
            return true;
        }
        $id = Coroutine::getCid();
        $this->waiting[$id] = true;
        try {
            return wait($timeout);
        } finally {
            unset($this->waiting[$id]);
        }
    }

    /** Runs those who wait, one after the other, each to its next suspension. */
    public function open(): void
    {
        $this->open = true;
        while (($id = array_key_first($this->waiting)) !== null) {
            unset($this->waiting[$id]);
            wake($id);
        }
    }

    public function isWaitedFor(): bool
    {
        return $this->waiting !== [];
    }
}
)PHP"},
{"tern\\internal\\pool\\customsession", "tern:/library/Tern/Internal/Pool/CustomSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;

/** A connection that the program's own functions clean and ask. */
final class CustomSession extends Session
{
    public function __construct(
        private readonly object $connection,
        private readonly Closure $reset,
        private readonly ?Session $known,
    ) {
    }

    public function reset(): bool
    {
        return ($this->reset)($this->connection) !== false;
    }

    public function ping(): bool
    {
        return $this->known === null || $this->known->ping();
    }

    public function close(): void
    {
        $this->known?->close();
    }

    public function isHeld(int $usual): bool
    {
        return $this->known !== null && $this->known->isHeld($usual);
    }

    public function endTransaction(): void
    {
        $this->known?->endTransaction();
    }
}
)PHP"},
{"tern\\internal\\pool\\member", "tern:/library/Tern/Internal/Pool/Member.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

/** A connection of a Tern\Pool and what the pool knows of it. Times are those of hrtime(), in seconds. */
final class Member
{
    /** Who has it: a coroutine, since when, taken where; 0: nobody */
    public int $cid = 0;
    public float $since = 0;
    public string $where = '';
    public float $idle_since = 0;
    /** A connection that is idle for longer than that may go. */
    public float $idle_time = 0;

    /** @param int $socket of Tern\Internal\connected_socket() */
    public function __construct(
        public readonly object $connection,
        public readonly Session $session,
        public int $socket,
        public readonly float $expires,
    ) {
    }
}
)PHP"},
{"tern\\internal\\pool\\mysqlisession", "tern:/library/Tern/Internal/Pool/MysqliSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use mysqli;

use function Tern\Internal\reset_mysql;

/** mysqli, on PHP's own client library. */
final class MysqliSession extends Session
{
    private readonly string $charset;
    private readonly string $database;

    public function __construct(private readonly mysqli $mysqli)
    {
        $this->charset = $mysqli->character_set_name();
        $this->database = (string) $mysqli->query('SELECT DATABASE()')->fetch_row()[0];
    }

    public function reset(): bool
    {
        if ($this->mysqli->character_set_name() !== $this->charset && !$this->mysqli->set_charset($this->charset)) {
            return false;
        }
        return @reset_mysql($this->mysqli, $this->database);
    }

    public function ping(): bool
    {
        return @$this->mysqli->query('DO 1') !== false;
    }

    public function close(): void
    {
        $this->mysqli->close();
    }
}
)PHP"},
{"tern\\internal\\pool\\pdomysqlsession", "tern:/library/Tern/Internal/Pool/PdoMysqlSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use function Tern\Internal\reset_mysql;

/** PDO of MySQL and MariaDB, on PHP's own client library. */
final class PdoMysqlSession extends PdoSession
{
    protected function clean(mixed $autocommit): bool
    {
        if (!@reset_mysql($this->pdo)) {
            return false;
        }
        if ((int) $autocommit === 0) {
            $this->pdo->exec('SET autocommit = 0');
        }
        return true;
    }

    public function ping(): bool
    {
        return @$this->pdo->exec('DO 1') !== false;
    }
}
)PHP"},
{"tern\\internal\\pool\\pdopgsqlsession", "tern:/library/Tern/Internal/Pool/PdoPgsqlSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use function Tern\Internal\references;

/** PDO of PostgreSQL. */
final class PdoPgsqlSession extends PdoSession
{
    /** That of this object and that of the member. */
    private const OWN_REFERENCES = 2;

    protected function clean(mixed $autocommit): bool
    {
        $this->endTransaction();
        return $this->pdo->exec('DISCARD ALL') !== false;
    }

    /** A statement tells the server when it goes, which would end the transaction of whoever is next. */
    public function isHeld(int $usual): bool
    {
        return references($this->pdo) > self::OWN_REFERENCES + $usual;
    }

    public function endTransaction(): void
    {
        if ($this->pdo->inTransaction()) {
            $this->pdo->exec('ROLLBACK');
        }
    }
}
)PHP"},
{"tern\\internal\\pool\\pdosession", "tern:/library/Tern/Internal/Pool/PdoSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use PDO;
use PDOException;
use Tern\PoolException;

/** PDO with any driver: transactions, and the attributes that it had when it was new. */
class PdoSession extends Session
{
    private const ATTRIBUTES = [PDO::ATTR_ERRMODE, PDO::ATTR_CASE, PDO::ATTR_ORACLE_NULLS, PDO::ATTR_STRINGIFY_FETCHES,
        PDO::ATTR_STATEMENT_CLASS, PDO::ATTR_DEFAULT_FETCH_MODE, PDO::ATTR_EMULATE_PREPARES, PDO::ATTR_AUTOCOMMIT];
    /** Of MySQL: buffered queries; of PostgreSQL: no prepared statements. */
    private const OF_DRIVER = 1000;

    private array $attributes = [];

    public static function ofDriver(PDO $pdo): self
    {
        return match ($pdo->getAttribute(PDO::ATTR_DRIVER_NAME)) {
            'mysql' => new PdoMysqlSession($pdo, [self::OF_DRIVER]),
            'pgsql' => new PdoPgsqlSession($pdo, [self::OF_DRIVER]),
            default => new self($pdo, []),
        };
    }

    final public function __construct(protected readonly PDO $pdo, array $more)
    {
        $this->refusePersistent();
        $mode = $pdo->getAttribute(PDO::ATTR_ERRMODE);
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        foreach ([...self::ATTRIBUTES, ...$more] as $attribute) {
            try {
                $this->attributes[$attribute] = $pdo->getAttribute($attribute);
            } catch (PDOException) {  // the driver does not know it
            }
        }
        $this->attributes[PDO::ATTR_ERRMODE] = $mode;
        $pdo->setAttribute(PDO::ATTR_ERRMODE, $mode);
    }

    private function refusePersistent(): void
    {
        if ($this->pdo->getAttribute(PDO::ATTR_PERSISTENT)) {
            throw new PoolException('A pool cannot keep persistent connections (PDO::ATTR_PERSISTENT): objects share them');
        }
    }

    final public function reset(): bool
    {
        $this->pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        if (!$this->clean($this->attributes[PDO::ATTR_AUTOCOMMIT] ?? 1)) {
            return false;
        }
        foreach (array_reverse($this->attributes, true) as $attribute => $value) {
            if ($this->pdo->getAttribute($attribute) !== $value) {
                $this->pdo->setAttribute($attribute, $value);
            }
        }
        return true;
    }

    protected function clean(mixed $autocommit): bool
    {
        return !$this->pdo->inTransaction() || $this->pdo->rollBack();
    }

    public function ping(): bool
    {
        return $this->pdo->query('SELECT 1') !== false;
    }
}
)PHP"},
{"tern\\internal\\pool\\pgsqlsession", "tern:/library/Tern/Internal/Pool/PgsqlSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use PgSql\Connection;

/** The functions of the pgsql extension. */
final class PgsqlSession extends Session
{
    public function __construct(private readonly Connection $connection)
    {
    }

    public function reset(): bool
    {
        if (pg_connection_busy($this->connection)) {
            return false;  // somebody's query is under way
        }
        $status = pg_transaction_status($this->connection);
        if ($status !== PGSQL_TRANSACTION_IDLE && !@pg_query($this->connection, 'ROLLBACK')) {
            return false;
        }
        return @pg_query($this->connection, 'DISCARD ALL') !== false;
    }

    public function ping(): bool
    {
        return @pg_query($this->connection, 'SELECT 1') !== false;
    }

    public function close(): void
    {
        pg_close($this->connection);
    }
}
)PHP"},
{"tern\\internal\\pool\\redissession", "tern:/library/Tern/Internal/Pool/RedisSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Redis;
use ReflectionClass;

/** The redis extension: transactions, WATCH, subscriptions, database, and the options that it had when it was new. */
final class RedisSession extends Session
{
    private readonly int $database;
    private readonly mixed $auth;
    private array $options = [];
    /** Servers before 6.2 do not know RESET. */
    private static bool $knows_reset = true;

    public function __construct(private readonly Redis $redis)
    {
        $this->database = $redis->getDBNum();
        $this->auth = $redis->getAuth();
        foreach (self::optionNumbers() as $option) {
            $this->options[$option] = $redis->getOption($option);
        }
    }

    private static function optionNumbers(): array
    {
        static $numbers = null;
        return $numbers ??= array_filter((new ReflectionClass(Redis::class))->getConstants(),
            fn (string $name) => str_starts_with($name, 'OPT_'), ARRAY_FILTER_USE_KEY);
    }

    public function reset(): bool
    {
        if ($this->redis->getMode() !== Redis::ATOMIC) {
            $this->redis->discard();
        }
        foreach ($this->options as $option => $value) {
            if ($this->redis->getOption($option) !== $value) {
                $this->redis->setOption($option, $value ?? '');
            }
        }
        return $this->clean() || (!self::$knows_reset && $this->clean());
    }

    /** One round trip. */
    private function clean(): bool
    {
        $commands = $this->redis->pipeline();
        if (self::$knows_reset) {
            $commands->rawCommand('RESET');
            if (!in_array($this->auth, [null, false, '', []], true)) {
                $commands->auth($this->auth);
            }
        }
        $answers = $commands->unwatch()->select($this->database)->exec();
        if (!is_array($answers)) {
            return false;
        }
        if (self::$knows_reset && $answers[0] === false && stripos((string) $this->redis->getLastError(), 'unknown') !== false) {
            self::$knows_reset = false;
            $this->redis->clearLastError();
            return false;
        }
        return !in_array(false, $answers, true) && ($answers[0] === true || $answers[0] === 'RESET');
    }

    public function ping(): bool
    {
        return $this->redis->ping() !== false;
    }

    public function close(): void
    {
        $this->redis->close();
    }
}
)PHP"},
{"tern\\internal\\pool\\resettablesession", "tern:/library/Tern/Internal/Pool/ResettableSession.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Tern\Pool\Resettable;

/** A connection that cleans itself. */
final class ResettableSession extends Session
{
    public function __construct(private readonly Resettable $connection)
    {
    }

    public function reset(): bool
    {
        return $this->connection->resetSession();
    }

    public function ping(): bool
    {
        return $this->connection->ping();
    }

    public function close(): void
    {
        if (is_callable([$this->connection, 'close'])) {
            $this->connection->close();
        }
    }
}
)PHP"},
{"tern\\internal\\pool\\session", "tern:/library/Tern/Internal/Pool/Session.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use mysqli;
use PDO;
use PgSql\Connection;
use Redis;
use Tern\Pool\Resettable;
use Tern\PoolException;

/** How a kind of connection is made clean again, asked and closed. Methods that suspend are called with cooperate(). */
abstract class Session
{
    /** @throws PoolException if nobody knows how to clean such a connection */
    public static function of(object $connection): self
    {
        return match (true) {
            $connection instanceof Resettable => new ResettableSession($connection),
            $connection instanceof PDO => PdoSession::ofDriver($connection),
            $connection instanceof mysqli => new MysqliSession($connection),
            $connection instanceof Connection => new PgsqlSession($connection),
            $connection instanceof Redis => new RedisSession($connection),
            default => throw new PoolException('A pool cannot clean a ' . get_debug_type($connection)
                . ': give it the argument "reset", or let the class implement ' . Resettable::class),
        };
    }

    /** As new. Suspends. False or an exception: it is of no use any more. */
    abstract public function reset(): bool;

    /** Whether the server answers. Suspends. */
    abstract public function ping(): bool;

    public function close(): void
    {
    }

    /**
     * Whether there are objects left that will talk to the server when they go.
     *
     * @param int $usual references on the connection that others may have
     */
    public function isHeld(int $usual): bool
    {
        return false;
    }

    /** For one that is held: what it locks on the server must not wait for reset(). Suspends. */
    public function endTransaction(): void
    {
    }
}
)PHP"},
{"tern\\internal\\pool\\settings", "tern:/library/Tern/Internal/Pool/Settings.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;
use ValueError;

/** What a Tern\Pool was told. Times are seconds. */
final class Settings
{
    private const LEAST = ['size' => 1, 'min' => 0, 'timeout' => 0.001, 'maxLifetime' => 0, 'idleTime' => 0, 'jitter' => 0,
        'checkAfter' => 0, 'resetTimeout' => 0.001, 'cap' => 1];
    private const MOST = ['size' => 65_536, 'timeout' => 86_400, 'maxLifetime' => 31_536_000, 'idleTime' => 31_536_000,
        'jitter' => 1, 'checkAfter' => 31_536_000, 'resetTimeout' => 3_600, 'cap' => 65_536];
    private const POSITIONS = ['size' => 2, 'min' => 3, 'timeout' => 4, 'maxLifetime' => 5, 'idleTime' => 6, 'jitter' => 7,
        'checkAfter' => 8, 'resetTimeout' => 9, 'cap' => 12];

    public function __construct(
        public readonly Closure $connect,
        public readonly int $size,
        public readonly int $min,
        public readonly float $timeout,
        public readonly float $maxLifetime,
        public readonly float $idleTime,
        public readonly float $jitter,
        public readonly float $checkAfter,
        public readonly float $resetTimeout,
        public readonly ?Closure $setup,
        public readonly ?Closure $reset,
        public readonly ?int $cap,
        public readonly string $name,
    ) {
        foreach (self::LEAST as $name => $least) {
            $this->check($name, $least, self::MOST[$name] ?? $size);
        }
    }

    private function check(string $name, int|float $least, int|float $most): void
    {
        $value = $this->$name;
        if ($value === null || ($value >= $least && $value <= $most)) {
            return;
        }
        $position = self::POSITIONS[$name];
        throw new ValueError("Tern\Pool::__construct(): Argument #$position (\$$name) must be between $least and $most, $value given");
    }

    /** A time that is shorter by chance, so that not all connections are replaced at once. 0: never. */
    public function vary(float $seconds): float
    {
        return $seconds <= 0 ? INF : $seconds * (1 - $this->jitter * mt_rand() / mt_getrandmax());
    }
}
)PHP"},
{"tern\\internal\\pool\\stock", "tern:/library/Tern/Internal/Pool/Stock.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

use Closure;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Tern\Database;
use Tern\Internal\SharedPlaces;
use Tern\PoolException;
use Throwable;

use function Tern\Internal\connected_socket;
use function Tern\Internal\cooperate;
use function Tern\Internal\is_cut;
use function Tern\Internal\is_overdue;
use function Tern\Internal\is_quiet;

/** The connections of a Tern\Pool: making, asking, cleaning and closing them. Who has them is the pool's affair. */
final class Stock
{
    private const FIRST_PAUSE = 0.01;
    private const LONGEST_PAUSE = 0.5;

    /** Connections, and places where one is being made. */
    public int $size = 0;
    /** @var list<Member> what was used last is at the end, and is used next */
    public array $idle = [];
    public int $created = 0;
    /** @var array<string, int> how many were closed, by the reason */
    public array $closed = [];

    /** @param SharedPlaces|null $shared of all processes */
    public function __construct(private readonly Settings $settings, private readonly ?SharedPlaces $shared)
    {
    }

    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    /** Whether there may be one more; then its place is taken. */
    public function tryPlace(): bool
    {
        if ($this->size >= $this->settings->size || $this->shared?->tryTake($this->size) === false) {
            return false;
        }
        ++$this->size;
        return true;
    }

    public function givePlace(): void
    {
        --$this->size;
        $this->shared?->giveBack();
    }

    /** Whether another process should have the place of a connection that nobody here waits for; or even then. */
    public function isNeededElsewhere(bool $waited_for): bool
    {
        if ($this->shared === null) {
            return false;
        }
        return $waited_for ? $this->size > 1 && $this->shared->isStarved()
            : $this->size > $this->settings->min && $this->shared->isWanted();
    }

    /**
     * Makes a connection in a place that was taken. While the server cannot be reached it is tried again. Suspends.
     *
     * @throws Throwable what the program's function threw, when the time is over or another attempt is of no use; the place
     *     is free again then
     */
    public function make(float $until): Member
    {
        $made = null;
        $canceled = Coroutine::isCanceled();
        try {
            for ($pause = self::FIRST_PAUSE; $made === null; $pause = min($pause * 2, self::LONGEST_PAUSE)) {
                try {
                    $made = $this->attempt($until);
                } catch (Throwable $error) {
                    $again = self::now() + $pause < $until && $canceled === Coroutine::isCanceled();
                    if (!$again || !Database::isConnectionLost($error) || !Coroutine::sleep($pause)) {
                        throw $error;
                    }
                }
            }
            ++$this->created;
            return $made;
        } finally {
            $made ?? $this->givePlace();
        }
    }

    private function attempt(float $until): Member
    {
        return $this->cooperatively($until - self::now(), function () {
            $connection = ($this->settings->connect)();
            if (!is_object($connection)) {
                $type = get_debug_type($connection);
                throw new PoolException("The function of pool '{$this->settings->name}' must return a connection, $type returned");
            }
            $session = $this->sessionOf($connection);
            if ($this->settings->setup !== null) {
                ($this->settings->setup)($connection);
            }
            $expires = self::now() + $this->settings->vary($this->settings->maxLifetime);
            return new Member($connection, $session, connected_socket(), $expires);
        });
    }

    private function sessionOf(object $connection): Session
    {
        $reset = $this->settings->reset;
        if ($reset === null) {
            return Session::of($connection);
        }
        try {
            return new CustomSession($connection, $reset, Session::of($connection));
        } catch (PoolException) {
            return new CustomSession($connection, $reset, null);
        }
    }

    /** An idle connection that is still there; null: none is idle. Suspends if one has been idle for long. */
    public function take(): ?Member
    {
        while (($member = array_pop($this->idle)) !== null) {
            $reason = 'canceled';
            try {
                $reason = $this->whyNot($member);
            } finally {
                $reason === null || $this->close($member, $reason);
            }
            if ($reason === null) {
                return $member;
            }
        }
        return null;
    }

    private function whyNot(Member $member): ?string
    {
        $now = self::now();
        if ($now >= $member->expires) {
            return 'lifetime';
        }
        if ($member->socket !== 0 && (!is_quiet($member->socket) || is_cut($member->socket))) {
            return 'lost';
        }
        $asked = $now - $member->idle_since < $this->settings->checkAfter;
        return $asked || $this->succeeds(fn () => $member->session->ping()) ? null : 'lost';
    }

    /** What was done with it must not lock others for longer. Suspends. */
    public function endTransaction(Member $member): void
    {
        if (is_cut($member->socket)) {
            return;
        }
        try {
            $this->cooperatively($this->settings->resetTimeout, fn () => $member->session->endTransaction());
        } catch (Throwable) {  // cleaning will fail as well
        }
    }

    /**
     * Waits until nobody has the connection or a statement of it any more. Suspends.
     *
     * @return bool false: it took too long, and it is closed
     */
    public function awaitRelease(Member $member): bool
    {
        $until = self::now() + $this->settings->resetTimeout;
        for ($pause = 0.001; $member->session->isHeld(0); $pause = min($pause * 2, 0.05)) {
            if (self::now() >= $until || !Coroutine::sleep($pause)) {
                $this->close($member, 'kept');
                return false;
            }
        }
        return true;
    }

    /** Makes a connection as new. Suspends. False: it is closed. */
    public function clean(Member $member): bool
    {
        [$done, $why] = [false, 'reset'];
        try {
            $why = self::now() >= $member->expires ? 'lifetime' : (is_cut($member->socket) ? 'cut' : 'reset');
            $done = $why === 'reset' && $this->succeeds(fn () => $this->reset($member)) && !is_cut($member->socket);
        } finally {
            $done || $this->close($member, $why);
        }
        return $done;
    }

    private function reset(Member $member): bool
    {
        if (!$member->session->reset()) {
            return false;
        }
        if ($this->settings->setup !== null) {
            ($this->settings->setup)($member->connection);
        }
        $socket = connected_socket();  // a client that connects again by itself
        $member->socket = $socket === 0 ? $member->socket : $socket;
        return !is_overdue();
    }

    /** @throws CanceledException if that is why it does not succeed */
    private function succeeds(Closure $what): bool
    {
        $canceled = Coroutine::isCanceled();
        try {
            $done = $this->cooperatively($this->settings->resetTimeout, $what);
        } catch (CanceledException $thrown) {
            throw $thrown;
        } catch (Throwable) {
            $done = false;
        }
        return $done || $canceled || !Coroutine::isCanceled() ? $done : throw new CanceledException('The coroutine was cancelled');
    }

    public function keep(Member $member): void
    {
        $member->idle_since = self::now();
        $member->idle_time = $this->settings->vary($this->settings->idleTime);
        $this->idle[] = $member;
    }

    /** Closes a connection that nobody has, and gives up its place. */
    public function close(Member $member, string $reason): void
    {
        $this->closed[$reason] = ($this->closed[$reason] ?? 0) + 1;
        $this->givePlace();
        try {
            @$member->session->close();
        } catch (Throwable) {  // it was gone already
        }
    }

    /** Closes what has been idle for too long, is too old, or is needed elsewhere. */
    public function tidy(): void
    {
        $kept = [];
        foreach ($this->idle as $member) {
            $reason = $this->whyClose($member);
            $reason === null ? $kept[] = $member : $this->close($member, $reason);
        }
        $this->idle = $kept;
    }

    private function whyClose(Member $member): ?string
    {
        $now = self::now();
        return match (true) {
            $now >= $member->expires => 'lifetime',
            $now - $member->idle_since >= $member->idle_time && $this->size > $this->settings->min => 'idle',
            $this->isNeededElsewhere(false) => 'cap',
            default => null,
        };
    }

    /** Calls of the pool's own suspend, whatever hooks the program wants, and end in time. */
    private function cooperatively(float $timeout, Closure $call): mixed
    {
        $before = cooperate(true, max($timeout, 0.001));
        try {
            return $call();
        } finally {
            cooperate($before);
        }
    }
}
)PHP"},
{"tern\\internal\\pool\\waiter", "tern:/library/Tern/Internal/Pool/Waiter.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal\Pool;

/** A coroutine that waits for a connection of a Tern\Pool, or for a place to make one. */
final class Waiter
{
    public bool $served = false;
    public ?Member $member = null;
}
)PHP"},
{"tern\\internal\\tasks", "tern:/library/Tern/Internal/Tasks.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Internal;

use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Coroutine\WaitGroup;
use Throwable;
use TypeError;

/**
 * Functions that run at the same time, each in a coroutine, and someone who waits for their results: what batch(),
 * parallel() and map() of Swoole\Coroutine have in common, and these.
 */
final class Tasks
{
    private array $results = [];
    private ?Throwable $failure = null;
    private WaitGroup $running;
    private bool $awaited = true;

    private function __construct(int $count)
    {
        if ($count > 0 && Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine');
        }
        $this->running = new WaitGroup($count);
    }

    public static function batch(array $functions, float $timeout = -1): array
    {
        foreach ($functions as $function) {
            if (!is_callable($function)) {
                $type = get_debug_type($function);
                throw new TypeError("Swoole\Coroutine\batch(): Argument #1 (\$tasks) must contain callables only, $type given");
            }
        }
        $tasks = new self(count($functions));
        foreach ($functions as $key => $function) {
            $tasks->start($key, $function, []);
        }
        return $tasks->wait($timeout);
    }

    public static function parallel(int $count, callable $function): void
    {
        $tasks = new self(max($count, 0));
        for ($i = 0; $i < $count; ++$i) {
            $tasks->start($i, $function, []);
        }
        $tasks->wait(-1);
    }

    public static function map(array $list, callable $function, float $timeout = -1): array
    {
        $tasks = new self(count($list));
        foreach ($list as $key => $value) {
            $tasks->start($key, $function, [$value]);
        }
        return $tasks->wait($timeout);
    }

    /** A task that cannot be started because of max_coroutine has no result. */
    private function start(int|string $key, callable $function, array $arguments): void
    {
        $this->results[$key] = null;
        if (Coroutine::create($this->run(...), $key, $function, $arguments) === false) {
            $this->running->done();
        }
    }

    private function run(int|string $key, callable $function, array $arguments): void
    {
        try {
            $this->results[$key] = $function(...$arguments);
        } catch (CanceledException $end) {
            throw $end;
        } catch (Throwable $thrown) {
            if (!$this->awaited) {
                throw $thrown;
            }
            $this->failure ??= $thrown;
        } finally {
            $this->running->done();
        }
    }

    /** The results by their keys, null for what has not ended in time; or throws the first exception of a task. */
    private function wait(float $timeout): array
    {
        try {
            $this->running->wait($timeout);
        } finally {
            $this->awaited = false;
        }
        return $this->failure === null ? $this->results : throw $this->failure;
    }
}
)PHP"},
{"tern\\pool", "tern:/library/Tern/Pool.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

use Closure;
use Error;
use Swoole\Coroutine;
use Swoole\Coroutine\CanceledException;
use Swoole\Timer;
use Tern\Internal\Pool\Member;
use Tern\Internal\Pool\Settings;
use Tern\Internal\Pool\Stock;
use Tern\Internal\Pool\Waiter;
use Tern\Internal\SharedPlaces;
use Throwable;
use WeakReference;

use function Tern\Internal\is_worker;
use function Tern\Internal\wait;
use function Tern\Internal\wake;

/**
 * Connections that coroutines borrow, of one process. Whoever gets one gets it as new: when it is given back, whatever was
 * done with it is undone, in the background. One that the server has closed is never handed out.
 *
 * An object that was made before the server's start() makes connections of its own in each worker.
 */
final class Pool
{
    private const TEND_MS = 1000;
    private const TEND_CAPPED_MS = 100;
    private const ASK_AGAIN = 0.02;
    private const HOLDERS_TOLD = 5;
    /** Variables that hold a connection in put(): the caller's and its own. */
    private const REFERENCES_IN_PUT = 2;

    private readonly Settings $settings;
    private readonly ?SharedPlaces $shared;
    private Stock $stock;
    /** @var array<int, Member> by spl_object_id() of the connection */
    private array $lent = [];
    /** @var array<int, array<int, Member>> the same by coroutine; whoever has an entry is watched until it ends */
    private array $borrowers = [];
    /** @var array<int, Waiter> by coroutine, in the order of their coming */
    private array $waiting = [];
    private array $count = ['borrowed' => 0, 'leaks' => 0, 'timeouts' => 0];
    private float $longest_wait = 0;
    private bool $closed = false;
    private int $pid = 0;
    /** What a process has from its parent is never destroyed: that would end the parent's sessions. */
    private static array $inherited = [];

    /**
     * @param callable $connect returns a new connection: PDO, mysqli, PgSql\Connection, Redis, a class that implements
     *     Tern\Pool\Resettable, or with $reset any object. May suspend
     * @param int $size most connections at a time, 1 to 65536
     * @param int $min connections that are kept however long they are idle, 0 to $size
     * @param float $timeout seconds to wait for a connection, also for the server to be reachable
     * @param float $maxLifetime seconds after which a connection is replaced; 0: never
     * @param float $idleTime seconds after which an idle connection is closed, down to $min; 0: never
     * @param float $jitter share by which both are shorter at random, 0 to 1
     * @param float $checkAfter a connection that was idle for so many seconds is asked (one round trip) before it is
     *     handed out; 0: always. Whether the server has closed it is looked at every time, without a round trip
     * @param float $resetTimeout seconds that cleaning or asking may take; then the connection is replaced
     * @param callable|null $setup is called with each new connection and after each reset, for settings of the session: what
     *     $connect itself has set is gone after the first reset. May suspend
     * @param callable|null $reset cleans a connection instead of what the pool knows; false or an exception: replace it.
     *     May suspend
     * @param int|null $cap most connections of all processes that share this object, which was made before they were
     *     started; null: no such limit
     * @param string $name for messages and stats()
     * @throws \ValueError if a number is out of range
     */
    public function __construct(
        callable $connect,
        int $size = 16,
        int $min = 0,
        float $timeout = 3.0,
        float $maxLifetime = 1800.0,
        float $idleTime = 300.0,
        float $jitter = 0.1,
        float $checkAfter = 30.0,
        float $resetTimeout = 3.0,
        ?callable $setup = null,
        ?callable $reset = null,
        ?int $cap = null,
        string $name = 'pool',
    ) {
        $this->settings = new Settings(Closure::fromCallable($connect), $size, $min, $timeout, $maxLifetime, $idleTime, $jitter,
            $checkAfter, $resetTimeout, $setup === null ? null : Closure::fromCallable($setup),
            $reset === null ? null : Closure::fromCallable($reset), $cap, $name);
        $this->shared = $cap === null ? null : new SharedPlaces($cap);
        $this->stock = new Stock($this->settings, $this->shared);
    }

    /**
     * Calls a function with a connection and gives the connection back. Suspends.
     *
     * @param callable $work gets the connection, and must not keep it
     * @param float|null $timeout seconds; null: that of the pool
     * @return mixed what the function returned
     * @throws PoolTimeout if none was free in time
     * @throws PoolException if the pool is closed
     * @throws CanceledException if the wait was cancelled
     */
    public function use(callable $work, ?float $timeout = null): mixed
    {
        $connection = $this->get($timeout);
        try {
            return $work($connection);
        } finally {
            $this->put($connection);
        }
    }

    /**
     * Borrows a connection, until put(). Those who wait get theirs in the order of their coming. Suspends.
     *
     * @param float|null $timeout seconds; null: that of the pool
     * @throws PoolTimeout if none was free in time
     * @throws PoolException if the pool is closed
     * @throws CanceledException if the wait was cancelled
     */
    public function get(?float $timeout = null): object
    {
        $this->enter();
        $until = Stock::now() + ($timeout ?? $this->settings->timeout);
        $member = $this->waiting === [] ? $this->stock->take() : null;
        if ($member === null) {
            $place = $this->waiting === [] && $this->stock->tryPlace();
            $member = ($place ? null : $this->wait($until)) ?? $this->make($until);
        }
        return $this->lend($member);
    }

    /**
     * Gives a connection back. It is cleaned in the background: a transaction is rolled back at once. May suspend.
     *
     * @throws PoolException if it is not lent
     */
    public function put(object $connection): void
    {
        $id = spl_object_id($connection);
        $member = $this->lent[$id] ?? null;
        if ($member === null) {
            throw new PoolException('The ' . get_debug_type($connection) . " is not lent by pool '{$this->settings->name}': "
                . 'it is not of this pool, or was given back before');
        }
        unset($this->borrowers[$member->cid][$id]);
        $this->takeBack($member);
    }

    /**
     * Closes what is idle now, and what is lent when it comes back. Whoever waits, or wants a connection from now on, gets a
     * PoolException.
     */
    public function close(): void
    {
        $this->closed = true;
        foreach ($this->stock->idle as $member) {
            $this->stock->close($member, 'close');
        }
        $this->stock->idle = [];
        while ($this->waiting !== []) {
            $this->serve(null);
        }
    }

    /**
     * @return array name; size (connections there are, or are being made), idle, in_use, waiting; borrowed (how often),
     *     created, closed (by reason: lifetime, idle, lost, cut, reset, kept, cap, canceled, close), leaks, timeouts; longest_wait
     *     in seconds. All of this process
     */
    public function stats(): array
    {
        return ['name' => $this->settings->name, 'size' => $this->stock->size, 'idle' => count($this->stock->idle),
            'in_use' => count($this->lent), 'waiting' => count($this->waiting), ...$this->count,
            'created' => $this->stock->created, 'closed' => $this->stock->closed, 'longest_wait' => $this->longest_wait];
    }

    private function enter(): void
    {
        if (Coroutine::getCid() < 0) {
            throw new Error('API must be called in the coroutine');
        }
        $this->refuseClosed();
        if (getmypid() !== $this->pid) {
            $this->begin();
        }
        $oldest = $this->stock->idle[0] ?? null;
        if ($oldest !== null && Stock::now() - $oldest->idle_since >= $oldest->idle_time) {
            $this->stock->tidy();
        }
    }

    private function refuseClosed(): void
    {
        if ($this->closed) {
            throw new PoolException("Pool '{$this->settings->name}' is closed");
        }
    }

    /** The first use in a process. */
    private function begin(): void
    {
        if ($this->pid !== 0) {
            self::$inherited[] = [$this->stock, $this->lent];
            $this->stock = new Stock($this->settings, $this->shared);
            [$this->lent, $this->borrowers, $this->waiting] = [[], [], []];
        }
        $this->pid = getmypid();
        $this->grow();
        if (is_worker()) {
            $pool = WeakReference::create($this);
            $every = $this->settings->cap === null ? self::TEND_MS : self::TEND_CAPPED_MS;
            Timer::tick($every, static function (int $timer) use ($pool) {
                $pool->get()?->tend() ?? Timer::clear($timer);
            });
        }
    }

    /** @return bool|null null: no more */
    private function tend(): ?bool
    {
        if ($this->closed) {
            return null;
        }
        $this->stock->tidy();
        $this->grow();
        return true;
    }

    /** Up to the least size, in the background. */
    private function grow(): void
    {
        $until = Stock::now() + $this->settings->timeout;
        while ($this->stock->size < $this->settings->min && $this->stock->tryPlace()) {
            $started = Coroutine::create(function () use ($until) {
                try {
                    $this->settle($this->make($until));
                } catch (Throwable) {  // whoever wants one makes it, and learns why that fails
                }
            });
            if ($started === false) {
                $this->stock->givePlace();
                return;
            }
        }
    }

    private function make(float $until): Member
    {
        $made = null;
        try {
            return $made = $this->stock->make($until);
        } finally {
            $made ?? $this->passOn();
        }
    }

    private function lend(Member $member): object
    {
        if ($this->closed) {
            $this->stock->close($member, 'close');
            $this->refuseClosed();
        }
        $cid = Coroutine::getCid();
        [$member->cid, $member->since, $member->where] = [$cid, Stock::now(), self::caller()];
        $id = spl_object_id($member->connection);
        if (!isset($this->borrowers[$cid])) {
            Coroutine::defer(fn () => $this->comeBack($cid));
        }
        ++$this->count['borrowed'];
        return ($this->lent[$id] = $this->borrowers[$cid][$id] = $member)->connection;
    }

    private static function caller(): string
    {
        foreach (debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 8) as $frame) {
            if (isset($frame['file']) && !str_starts_with($frame['file'], 'tern:')) {
                return "{$frame['file']}:{$frame['line']}";
            }
        }
        return 'an unknown place';
    }

    /** What a coroutine that ended has not given back. */
    private function comeBack(int $cid): void
    {
        $members = $this->borrowers[$cid];
        unset($this->borrowers[$cid]);
        foreach ($members as $member) {
            [$where, $seconds] = [$member->where, Stock::now() - $member->since];
            ++$this->count['leaks'];
            $this->takeBack($member);
            trigger_error(sprintf("Pool '%s': coroutine %d ended without put(): the connection that it took at %s, %.1f s ago, "
                . 'comes back by itself', $this->settings->name, $cid, $where, $seconds), E_USER_WARNING);
        }
    }

    private function takeBack(Member $member): void
    {
        unset($this->lent[spl_object_id($member->connection)]);
        $held = $member->session->isHeld(self::REFERENCES_IN_PUT);
        if ($held) {
            $this->stock->endTransaction($member);
        }
        if (Coroutine::create($this->clean(...), $member, $held) === false) {
            $this->stock->close($member, 'reset');
            $this->passOn();
        }
    }

    private function clean(Member $member, bool $held): void
    {
        $clean = false;
        try {
            $free = $this->closed || !$held || $this->stock->awaitRelease($member);
            $clean = $free && ($this->closed || $this->stock->clean($member));
        } finally {
            $clean ? $this->settle($member) : $this->passOn();
        }
    }

    /** A connection as new, which nobody has. */
    private function settle(Member $member): void
    {
        if ($this->closed) {
            $this->stock->close($member, 'close');
        } elseif ($this->stock->isNeededElsewhere($this->waiting !== [])) {
            $this->stock->close($member, 'cap');
        } elseif (!$this->serve($member)) {
            $this->stock->keep($member);
        }
    }

    /** There may be room for another one. */
    private function passOn(): void
    {
        while ($this->waiting !== [] && $this->stock->tryPlace()) {
            $this->serve(null);
        }
    }

    /** To whoever waits the longest, who goes on at once: a connection, or a place for one. */
    private function serve(?Member $member): bool
    {
        $cid = array_key_first($this->waiting);
        if ($cid === null) {
            return false;
        }
        $waiter = $this->waiting[$cid];
        unset($this->waiting[$cid]);
        [$waiter->served, $waiter->member] = [true, $member];
        return wake($cid);
    }

    /** @return Member|null null: a place for one */
    private function wait(float $until): ?Member
    {
        $cid = Coroutine::getCid();
        $waiter = $this->waiting[$cid] = new Waiter();
        $began = Stock::now();
        try {
            while (!$waiter->served) {
                $left = $until - Stock::now();
                $left > 0 || throw $this->timeout(Stock::now() - $began);
                // Nothing tells when another process gives up a place.
                $slice = $this->shared === null ? $left : min($left, self::ASK_AGAIN);
                if (!wait(max($slice, 0.001)) && swoole_last_error() === SWOOLE_ERROR_CO_CANCELED) {
                    throw new CanceledException('The wait for a connection was cancelled');
                }
                if ($this->shared !== null && array_key_first($this->waiting) === $cid && $this->stock->tryPlace()) {
                    return null;
                }
            }
        } finally {
            unset($this->waiting[$cid]);
            $this->longest_wait = max($this->longest_wait, Stock::now() - $began);
        }
        $this->refuseClosed();
        return $waiter->member;
    }

    private function timeout(float $waited): PoolTimeout
    {
        ++$this->count['timeouts'];
        $holders = array_map(fn (Member $member) => ['cid' => $member->cid, 'seconds' => Stock::now() - $member->since,
            'where' => $member->where], array_values($this->lent));
        usort($holders, fn (array $one, array $other) => $other['seconds'] <=> $one['seconds']);
        $text = sprintf("Pool '%s' had no connection within %.1f s: %d of %d are in use", $this->settings->name, $waited,
            count($holders), $this->settings->size);
        foreach (array_slice($holders, 0, self::HOLDERS_TOLD) as ['cid' => $cid, 'seconds' => $seconds, 'where' => $where]) {
            $text .= sprintf('; coroutine %d has one for %.1f s, taken at %s', $cid, $seconds, $where);
        }
        return new PoolTimeout($text, $holders);
    }
}
)PHP"},
{"tern\\pool\\resettable", "tern:/library/Tern/Pool/Resettable.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern\Pool;

/** A connection that Tern\Pool can clean without being told how. */
interface Resettable
{
    /**
     * Makes the connection what it was when it was new, whatever was done with it: ends transactions, drops locks and
     * settings. May suspend.
     *
     * @return bool false: it is of no use any more
     */
    public function resetSession(): bool;

    /** Whether the other side answers. May suspend. */
    public function ping(): bool;
}
)PHP"},
{"tern\\poolexception", "tern:/library/Tern/PoolException.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

use RuntimeException;

/** What a Tern\Pool cannot do. */
class PoolException extends RuntimeException
{
}
)PHP"},
{"tern\\pooltimeout", "tern:/library/Tern/PoolTimeout.php", R"PHP(<?php

declare(strict_types=1);

namespace Tern;

/** No connection was free in time. */
final class PoolTimeout extends PoolException
{
    /**
     * @param list<array{cid: int, seconds: float, where: string}> $holders who had the connections, since when and taken
     *     where (file:line), the longest first
     */
    public function __construct(string $message, public readonly array $holders)
    {
        parent::__construct($message);
    }
}
)PHP"},
};
// clang-format on

}  // namespace

std::span<const Source> sources() noexcept { return kSources; }

}  // namespace tern::php::library
