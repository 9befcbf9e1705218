<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Coroutine;
use Swoole\Coroutine\System;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Latch;
use Tern\Internal\NameResolvers;
use function array_slice;
use function count;

/** The addresses of a host, in the order in which they should be tried: RFC 8305 sections 3 and 4. */
final class Resolver
{
    /** How long the addresses of IPv4 wait for those of IPv6. */
    private const RESOLUTION_DELAY = 0.05;

    /** @var array<int, list<string>> by family; a family is missing while it is being looked up */
    private array $found = [];
    private ?Latch $changed = null;
    private int $code = 0;

    private function __construct(private readonly string $host, private readonly Deadline $until)
    {
    }

    /**
     * Where a host and port are. Suspends.
     *
     * @return array{list<string>, int} addresses, one at least, and the port
     * @throws Failure
     */
    public static function resolve(string $host, int $port, Deadline $until): array
    {
        if (class_exists(NameResolvers::class, false)) {
            [$host, $port] = NameResolvers::target($host, $port, AF_INET);
        }
        if (filter_var($host, FILTER_VALIDATE_IP) !== false) {
            return [[$host], $port];
        }
        return [(new self($host, $until))->both(), $port];
    }

    /** @return list<string> */
    private function both(): array
    {
        foreach ([AF_INET6, AF_INET] as $family) {
            if (Coroutine::create($this->lookUp(...), $family) === false) {
                $this->found[$family] = [];
            }
        }
        while (!isset($this->found[AF_INET6]) && ($this->found[AF_INET] ?? []) === []) {
            $this->wait($this->until->left());
        }
        if (!isset($this->found[AF_INET6])) {
            $this->wait(self::RESOLUTION_DELAY);
        } elseif ($this->found[AF_INET6] === [] && !isset($this->found[AF_INET])) {
            $this->wait($this->until->left());
        }
        $addresses = self::interleave($this->found[AF_INET6] ?? [], $this->found[AF_INET] ?? []);
        return $addresses !== [] ? $addresses : throw Failure::coded($this->code ?: SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED);
    }

    private function lookUp(int $family): void
    {
        $left = 0.001;
        try {
            $left = $this->until->left();
        } catch (Failure) {  // the one who waits notices as well
        }
        $found = System::getaddrinfo($this->host, $family, SOCK_STREAM, STREAM_IPPROTO_TCP, null, $left);
        if ($found === false) {
            $this->code = swoole_last_error();
        }
        $this->found[$family] = $found === false ? [] : array_values(array_unique($found));
        $this->changed?->open();
    }

    private function wait(float $seconds): void
    {
        $this->changed = new Latch();
        if (!$this->changed->wait($seconds) && swoole_last_error() === SWOOLE_ERROR_CO_CANCELED) {
            throw Failure::coded(Errno::ECANCELED);
        }
    }

    /**
     * @param list<string> $first
     * @param list<string> $second
     * @return list<string>
     */
    private static function interleave(array $first, array $second): array
    {
        $all = [];
        foreach (range(0, max(count($first), count($second))) as $index) {
            array_push($all, ...array_slice($first, $index, 1), ...array_slice($second, $index, 1));
        }
        return $all;
    }
}
