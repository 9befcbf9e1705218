<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Illuminate\Container\Container;
use Illuminate\Database\Connectors\ConnectionFactory;
use PDO;
use Throwable;

/**
 * The database connections of a Laravel application, which outlast its requests: each request makes its Connection objects, and
 * they get the PDO that an earlier request has left.
 */
final class KeptConnections
{
    private const DRIVERS = ['mysql', 'mariadb', 'pgsql', 'sqlite', 'sqlsrv'];

    private readonly ConnectionFactory $factory;
    /** @var array<string, PDO> by configuration: for the next request that asks */
    private array $idle = [];
    /** @var array<string, PDO> by configuration: the last that was given to this request */
    private array $given = [];

    private function __construct()
    {
        $this->factory = new ConnectionFactory(new Container());
    }

    /** Connectors of the application's own stay. */
    public static function of(Container $application): self
    {
        $self = new self();
        foreach (self::DRIVERS as $driver) {
            $application->bound("db.connector.$driver") || $application->bind("db.connector.$driver", static fn(): self => $self);
        }
        return $self;
    }

    /**
     * For the framework, which expects a connector. When it asks twice in a request, the first connection was lost.
     *
     * @param array<string, mixed> $config
     */
    public function connect(array $config): PDO
    {
        $key = md5(serialize($config));
        $pdo = $this->idle[$key] ?? $this->factory->createConnector($config)->connect($config);
        unset($this->idle[$key]);
        return $this->given[$key] = $pdo;
    }

    /** At the end of a request: transactions that it has left open are rolled back. */
    public function takeBack(): void
    {
        foreach ($this->given as $key => $pdo) {
            try {
                $pdo->inTransaction() && $pdo->rollBack();
                $this->idle[$key] = $pdo;
            } catch (Throwable) {  // the connection is lost
            }
        }
        $this->given = [];
    }
}
