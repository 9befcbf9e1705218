<?php

declare(strict_types=1);

namespace Swoole\NameResolver;

use Swoole\NameResolver;
use function is_array;

/** Services in a server of Nacos, by its HTTP API: $url is http://address:8848. */
class Nacos extends NameResolver
{
    private const INSTANCE = '/nacos/v1/ns/instance?';

    /** @param array<string, mixed> $options weight, and parameters of Nacos, as namespaceId, groupName, ephemeral */
    public function join(string $name, string $ip, int $port, array $options = []): bool
    {
        $query = http_build_query($this->instance($name, $ip, $port) + $options);
        return $this->checkResponse($this->ask('POST', self::INSTANCE . $query));
    }

    public function leave(string $name, string $ip, int $port): bool
    {
        $query = http_build_query($this->instance($name, $ip, $port));
        return $this->checkResponse($this->ask('DELETE', self::INSTANCE . $query));
    }

    /** Only servers that are healthy. */
    public function getCluster(string $name): ?Cluster
    {
        $query = http_build_query(['serviceName' => $this->prefix . $name, 'healthyOnly' => 'true']);
        $response = $this->ask('GET', "/nacos/v1/ns/instance/list?$query");
        if ($response->getStatusCode() === 404) {
            return null;
        }
        $this->checkResponse($response);
        $hosts = $this->decode($response)['hosts'] ?? [];
        $cluster = new Cluster();
        foreach (is_array($hosts) ? $hosts : [] as $host) {
            /** @var array{ip: string, port: int, weight?: int|float} $host */
            $cluster->add($host['ip'], $host['port'], (int) max(0, min(100, $host['weight'] ?? 100)));
        }
        return $cluster->count() > 0 ? $cluster : null;
    }

    /** @return array<string, int|string> */
    private function instance(string $name, string $ip, int $port): array
    {
        return ['ip' => $ip, 'port' => $port, 'serviceName' => $this->prefix . $name];
    }
}
