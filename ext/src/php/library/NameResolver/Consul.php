<?php

declare(strict_types=1);

namespace Swoole\NameResolver;

use Swoole\NameResolver;

/** Services in an agent of Consul, by its HTTP API: $url is http://address:8500. */
class Consul extends NameResolver
{
    /** @param array<string, mixed> $options weight, and fields of Consul's service definition, as Tags or Check */
    public function join(string $name, string $ip, int $port, array $options = []): bool
    {
        $weight = $options['weight'] ?? 100;
        unset($options['weight']);
        $service = $options + [
            'ID' => $this->id($name, $ip, $port),
            'Name' => $this->prefix . $name,
            'Address' => $ip,
            'Port' => $port,
            'Weights' => ['Passing' => $weight, 'Warning' => 1],
        ];
        return $this->checkResponse($this->ask('PUT', '/v1/agent/service/register', $service));
    }

    public function leave(string $name, string $ip, int $port): bool
    {
        $id = rawurlencode($this->id($name, $ip, $port));
        return $this->checkResponse($this->ask('PUT', "/v1/agent/service/deregister/$id"));
    }

    /** Takes a server out of its service until it joins again. */
    public function enableMaintenanceMode(string $name, string $ip, int $port): bool
    {
        $id = rawurlencode($this->id($name, $ip, $port));
        return $this->checkResponse($this->ask('PUT', "/v1/agent/service/maintenance/$id?enable=true"));
    }

    /** Only servers whose checks pass. */
    public function getCluster(string $name): ?Cluster
    {
        $response = $this->ask('GET', '/v1/health/service/' . rawurlencode($this->prefix . $name) . '?passing=true');
        if ($response->getStatusCode() === 404) {
            return null;
        }
        $this->checkResponse($response);
        $cluster = new Cluster();
        foreach ($this->decode($response) as $row) {
            /** @var array{Service: array{Address: string, Port: int, Weights?: array{Passing?: int}}} $row */
            $service = $row['Service'];
            $cluster->add($service['Address'], $service['Port'], min(100, $service['Weights']['Passing'] ?? 100));
        }
        return $cluster->count() > 0 ? $cluster : null;
    }

    private function id(string $name, string $ip, int $port): string
    {
        return "{$this->prefix}{$name}_{$ip}_{$port}";
    }
}
