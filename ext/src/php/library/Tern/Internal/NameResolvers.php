<?php

declare(strict_types=1);

namespace Tern\Internal;

use Swoole\Coroutine;
use Swoole\Coroutine\System;
use Swoole\NameResolver;
use Swoole\NameResolver\Cluster;
use Swoole\NameResolver\Context;
use Tern\Internal\Client\Failure;
use TypeError;
use function is_string;

/** The resolvers of this process, in the order in which they are asked. */
final class NameResolvers
{
    /** @var array<NameResolver> */
    private static array $resolvers = [];

    public static function add(NameResolver $resolver): bool
    {
        self::$resolvers[] = $resolver;
        return true;
    }

    public static function remove(NameResolver $resolver): bool
    {
        $at = array_search($resolver, self::$resolvers, true);
        if ($at === false) {
            return false;
        }
        array_splice(self::$resolvers, (int) $at, 1);
        return true;
    }

    /** @param array<mixed> $resolvers all of them from now on, for Coroutine::set() */
    public static function set(array $resolvers): void
    {
        foreach ($resolvers as $resolver) {
            if (!$resolver instanceof NameResolver) {
                throw new TypeError('name_resolver must have Swoole\NameResolver objects only, ' . get_debug_type($resolver) . ' given');
            }
        }
        self::$resolvers = array_values($resolvers);
    }

    /** May suspend. */
    public static function lookup(string $name, Context $context): string
    {
        return self::ask($name, $context) ?? self::byDns($name, $context->family);
    }

    /**
     * Where a client that connects goes. May suspend.
     *
     * @return array{string, int} the same where no resolver knows the host
     * @throws Failure when the service has no servers
     */
    public static function target(string $host, int $port, int $family): array
    {
        $found = self::$resolvers === [] ? null : self::ask($host, new Context($family, true));
        if ($found === '') {
            throw Failure::coded(SWOOLE_ERROR_DNSLOOKUP_RESOLVE_FAILED);
        }
        if ($found === null || filter_var($found, FILTER_VALIDATE_IP) !== false) {
            return [$found ?? $host, $port];
        }
        $colon = (int) strrpos($found, ':');
        return [trim(substr($found, 0, $colon), '[]'), (int) substr($found, $colon + 1)];
    }

    /** Null: no resolver knows the name. */
    private static function ask(string $name, Context $context): ?string
    {
        if (filter_var($name, FILTER_VALIDATE_IP) !== false) {
            return $name;
        }
        if ($context->cluster !== null && $context->name === $name) {
            return self::next($context->cluster, $context);
        }
        $context->cluster = null;
        $context->name = $name;
        foreach (self::$resolvers as $resolver) {
            $found = $resolver->lookup($name);
            if ($found instanceof Cluster) {
                $context->cluster = $found;
                return self::next($found, $context);
            }
            if (is_string($found) && $found !== '') {
                return $found;
            }
        }
        return null;
    }

    private static function next(Cluster $cluster, Context $context): string
    {
        $node = $cluster->pop();
        if ($node === false) {
            return '';
        }
        $host = str_contains($node['host'], ':') && $context->withPort ? "[{$node['host']}]" : $node['host'];
        return $context->withPort ? "$host:{$node['port']}" : $host;
    }

    private static function byDns(string $name, int $family): string
    {
        if (Coroutine::getCid() > 0) {
            return System::gethostbyname($name, $family) ?: '';
        }
        $address = gethostbyname($name);
        return $address === $name ? '' : $address;
    }
}
