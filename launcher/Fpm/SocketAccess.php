<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Unix;
use function is_int;

/** Who may connect to the path of a pool. */
final class SocketAccess
{
    private const MODE = 0660;

    /**
     * @param list<int> $users with an entry of their own: then owner and group stay
     * @param list<int> $groups
     */
    private function __construct(
        public readonly int $mode,
        private readonly ?int $owner,
        private readonly ?int $group,
        private readonly array $users,
        private readonly array $groups,
    ) {
    }

    /** @throws ConfigError */
    public static function of(PoolConfig $pool, Log $log): self
    {
        $mode = $pool->isGiven('listen.mode') ? (int) octdec($pool->text('listen.mode')) : self::MODE;
        $users = array_map(static fn(string $name): int => self::user($pool, $name)[0], self::list($pool, 'listen.acl_users'));
        $groups = array_map(static fn(string $name): int => Unix\find_group($name) ?? throw self::unknownGroup($pool, $name), self::list($pool, 'listen.acl_groups'));
        if ($users !== [] || $groups !== []) {
            foreach (['listen.owner', 'listen.group'] as $name) {
                if ($pool->isGiven($name)) {
                    $log->warning("[pool $pool->name] ACL set, $name = '{$pool->text($name)}' is ignored");
                }
            }
            return new self($mode, null, null, $users, $groups);
        }
        [$owner, $group] = $pool->isGiven('listen.owner') ? self::owner($pool, $pool->text('listen.owner')) : [null, null];
        return new self($mode, $owner, $pool->isGiven('listen.group') ? self::group($pool, $pool->text('listen.group')) : $group, [], []);
    }

    /** @return list<string> */
    private static function list(PoolConfig $pool, string $name): array
    {
        return $pool->isGiven($name) ? explode(',', $pool->text($name)) : [];
    }

    /** @return array{int, int} */
    private static function user(PoolConfig $pool, string $name): array
    {
        $found = Unix\find_user($name);
        if (!is_int($found['uid'] ?? null) || !is_int($found['gid'] ?? null)) {
            throw $pool->error("cannot get uid for user '$name'" . Log::reason(0));
        }
        return [$found['uid'], $found['gid']];
    }

    /** @return array{int, int|null} */
    private static function owner(PoolConfig $pool, string $name): array
    {
        return Kind::isNumber($name) ? [(int) $name, null] : self::user($pool, $name);
    }

    private static function group(PoolConfig $pool, string $name): int
    {
        return Kind::isNumber($name) ? (int) $name : Unix\find_group($name) ?? throw self::unknownGroup($pool, $name);
    }

    private static function unknownGroup(PoolConfig $pool, string $name): ConfigError
    {
        return $pool->error("cannot get gid for group '$name'" . Log::reason(0));
    }

    /** @throws ConfigError */
    public function apply(string $path, PoolConfig $pool, Log $log): void
    {
        if ($this->users !== [] || $this->groups !== []) {
            $error = Unix\allow_access($path, $this->users, $this->groups);
            if ($error !== 0) {
                throw ConfigError::ofSystem("[pool $pool->name] failed to write the ACL of the socket '$path'", $error);
            }
            $log->debug("[pool $pool->name] ACL of the socket '$path' is set");
            return;
        }
        $changed = ($this->owner === null || @lchown($path, $this->owner)) && ($this->group === null || @lchgrp($path, $this->group));
        if (!$changed) {
            throw ConfigError::ofSystem("[pool $pool->name] failed to chown() the socket '$path'", 1);
        }
    }
}
