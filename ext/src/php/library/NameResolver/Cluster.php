<?php

declare(strict_types=1);

namespace Swoole\NameResolver;

use Swoole\Exception;
use function count;

/** The servers of a service. */
class Cluster
{
    /** @var array<array{host: string, port: int, weight: int}> */
    private array $nodes = [];

    /**
     * @param string $host an address
     * @param int $weight 1 to 100: how often pop() chooses it, compared with the others
     * @throws Exception for what is no address, port or weight
     */
    public function add(string $host, int $port, int $weight = 100): void
    {
        if (filter_var($host, FILTER_VALIDATE_IP) === false) {
            throw new Exception("'$host' is no address");
        }
        if ($port < 0 || $port > 65535) {
            throw new Exception("A port is 0 to 65535, $port given");
        }
        if ($weight < 0 || $weight > 100) {
            throw new Exception("A weight is 0 to 100, $weight given");
        }
        $this->nodes[] = ['host' => $host, 'port' => $port, 'weight' => $weight];
    }

    /**
     * Takes a server out, at random by weight.
     *
     * @return array{host: string, port: int, weight: int}|false false: none is left
     */
    public function pop()
    {
        if ($this->nodes === []) {
            return false;
        }
        $at = $this->choose();
        [$node] = array_splice($this->nodes, $at, 1);
        return $node;
    }

    public function count(): int
    {
        return count($this->nodes);
    }

    private function choose(): int
    {
        $ticket = random_int(0, max(0, array_sum(array_column($this->nodes, 'weight')) - 1));
        foreach ($this->nodes as $at => $node) {
            $ticket -= $node['weight'];
            if ($ticket < 0) {
                return $at;
            }
        }
        return 0;  // no server has a weight
    }
}
