<?php

declare(strict_types=1);

namespace Tern\Internal;

use Swoole\Coroutine;
use Swoole\Coroutine\System;
use Swoole\NameResolver;
use Swoole\NameResolver\Cluster;
use Swoole\NameResolver\Context;

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

    /** May suspend. */
    public static function lookup(string $name, Context $context): string
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
        return self::byDns($name, $context->family);
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
