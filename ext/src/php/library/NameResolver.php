<?php

declare(strict_types=1);

namespace Swoole;

use Swoole\Coroutine\Http\ClientProxy;
use Swoole\NameResolver\Cluster;
use Swoole\NameResolver\Exception;
use Tern\Internal\Client\WebCall;
use function is_array;

/** A registry where services have names, and where servers join and leave them. */
abstract class NameResolver
{
    /** @var string of the registry */
    protected $baseUrl;
    /** @var array<string, int|string> the parts of that URL */
    protected $info;
    /** @var string of the names in the registry */
    protected $prefix;

    /** @var callable|null */
    private $filter;

    /**
     * @param string $url of the registry
     * @param string $prefix of the names in the registry
     * @throws \Swoole\Exception for what is no URL
     */
    public function __construct($url, $prefix = 'swoole_service_')
    {
        $this->checkServerUrl($url);
        $this->prefix = $prefix;
    }

    /**
     * Adds a server to a service. May suspend.
     *
     * @param array<string, mixed> $options weight and what the kind of registry knows
     * @throws Exception if the registry cannot be reached
     */
    abstract public function join(string $name, string $ip, int $port, array $options = []): bool;

    /**
     * Removes a server from a service. May suspend.
     *
     * @throws Exception if the registry cannot be reached
     */
    abstract public function leave(string $name, string $ip, int $port): bool;

    /**
     * The servers of a service. May suspend.
     *
     * @return Cluster|null null: there is no such service
     */
    abstract public function getCluster(string $name): ?Cluster;

    /**
     * @param callable $fn gets a name and returns whether this registry is asked for it
     * @return $this
     */
    public function withFilter(callable $fn): self
    {
        $this->filter = $fn;
        return $this;
    }

    /** @return callable|null */
    public function getFilter()
    {
        return $this->filter;
    }

    public function hasFilter(): bool
    {
        return $this->filter !== null;
    }

    /**
     * May suspend.
     *
     * @return Cluster|string|null null: the filter refuses the name; '': there is no such service
     */
    public function lookup(string $name)
    {
        if ($this->filter !== null && ($this->filter)($name) !== true) {
            return null;
        }
        return $this->getCluster($name) ?? '';
    }

    /**
     * @return void
     * @throws \Swoole\Exception
     */
    protected function checkServerUrl(string $url)
    {
        $parts = parse_url($url);
        if ($parts === false || !isset($parts['scheme'], $parts['host'])) {
            throw new \Swoole\Exception("'$url' is not the URL of a registry");
        }
        $this->info = $parts;
        $this->baseUrl = rtrim($url, '/');
    }

    /**
     * @return bool whether the registry did what it was told
     * @throws Exception with what it answered otherwise
     */
    protected function checkResponse(ClientProxy $response): bool
    {
        $status = $response->getStatusCode();
        if ($status < 200 || $status > 299) {
            throw new Exception("The registry answered $status: " . $response->getBody(), $status);
        }
        return true;
    }

    /**
     * @param array<mixed>|null $json
     * @internal
     * @throws Exception if the registry cannot be reached
     */
    protected function ask(string $method, string $path, ?array $json = null): ClientProxy
    {
        return WebCall::send($method, $this->baseUrl . $path, $json) ?? throw new Exception("Cannot reach $this->baseUrl");
    }

    /**
     * What a response has.
     *
     * @return array<mixed>
     * @internal
     */
    protected function decode(ClientProxy $response): array
    {
        $value = json_decode($response->getBody(), true);
        return is_array($value) ? $value : throw new Exception('The registry answered what is not JSON');
    }
}
