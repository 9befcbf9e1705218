<?php

declare(strict_types=1);

namespace Swoole\MongoDB;

use Stringable;
use Swoole\RemoteObject;
use Swoole\RemoteObject\ProxyTrait;

/**
 * MongoDB\Client of the package mongodb/mongodb, in a process of the default server of remote objects, so that its calls
 * suspend only the coroutine. Databases, collections, cursors and documents are RemoteObjects.
 */
class Client implements Stringable
{
    use ProxyTrait;

    /** The server, if none is given. */
    public const DEFAULT_URI = 'mongodb://127.0.0.1/';

    /** @var RemoteObject */
    protected RemoteObject $client;

    /**
     * Suspends.
     *
     * @param array<string, mixed> $uriOptions
     * @param array<string, mixed> $driverOptions
     * @throws RemoteObject\Exception also when the server does not have that class
     */
    public function __construct(?string $uri = self::DEFAULT_URI, array $uriOptions = [], array $driverOptions = [])
    {
        $this->client = swoole_get_default_remote_object_client()->create('MongoDB\Client', $uri, $uriOptions, $driverOptions);
    }

    protected function getObject(): RemoteObject
    {
        return $this->client;
    }
}
