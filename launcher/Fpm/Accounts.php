<?php

declare(strict_types=1);

namespace Tern\Launcher\Fpm;

use Tern\Internal\Unix;
use function is_int;
use function is_string;

/** The users and groups of a pool, looked up before anything runs. */
final class Accounts
{
    /** The process's user; null: the one of the master. */
    public ?int $uid = null;
    public ?int $gid = null;
    /** For the environment of the pool; null: not known. */
    public ?string $name = null;
    public ?string $home = null;

    private function __construct(private readonly PoolConfig $pool)
    {
    }

    /**
     * Whether the names are known; for `-t`.
     *
     * @throws ConfigError
     */
    public static function check(PoolConfig $pool): void
    {
        $user = $pool->text('user');
        if ($user !== '' && !Kind::isNumber($user) && Unix\find_user($user) === null) {
            throw $pool->error("cannot get uid for user '$user'");
        }
        $pool->isGiven('group') && self::group($pool, $pool->text('group'));
    }

    /** @throws ConfigError */
    public static function of(PoolConfig $pool, Log $log): self
    {
        $self = new self($pool);
        if (self::isRoot()) {
            $self->read();
        } else {
            $self->ignore($log);
        }
        return $self;
    }

    public static function isRoot(): bool
    {
        return Unix\current_user()['uid'] === 0;
    }

    /** @throws ConfigError */
    private function read(): void
    {
        $user = $this->pool->text('user');
        if (Kind::isNumber($user)) {
            $this->uid = (int) $user;
        } elseif ($user !== '') {
            $found = Unix\find_user($user) ?? throw $this->pool->error("cannot get uid for user '$user'");
            $this->take($found);
            $this->uid = is_int($found['uid']) ? $found['uid'] : null;
            $this->gid = is_int($found['gid']) ? $found['gid'] : null;
        }
        $group = $this->pool->text('group');
        if ($group !== '') {
            $this->gid = self::group($this->pool, $group);
        }
    }

    /**
     * A pool may run as root only with -R.
     *
     * @throws ConfigError
     */
    public function refuseRoot(): void
    {
        if (self::isRoot() && (($this->uid ?? 0) === 0 || ($this->gid ?? 0) === 0)) {
            throw $this->pool->error('please specify user and group other than root');
        }
    }

    private function ignore(Log $log): void
    {
        foreach (['user', 'group', 'chroot'] as $name) {
            if ($this->pool->isGiven($name)) {
                $log->notice("[pool {$this->pool->name}] '$name' directive is ignored when FPM is not running as root");
            }
        }
        if ($this->pool->number('process.priority') !== Kind::NO_PRIORITY) {
            $log->notice("[pool {$this->pool->name}] 'process.priority' directive is ignored when FPM is not running as root");
        }
        $this->take(Unix\current_user());
    }

    /** @param array<string, mixed> $user */
    private function take(array $user): void
    {
        $this->name = is_string($user['name'] ?? null) ? $user['name'] : null;
        $this->home = is_string($user['home'] ?? null) ? $user['home'] : null;
    }

    /** @throws ConfigError */
    private static function group(PoolConfig $pool, string $group): int
    {
        return Kind::isNumber($group) ? (int) $group : Unix\find_group($group) ?? throw $pool->error("cannot get gid for group '$group'");
    }
}
