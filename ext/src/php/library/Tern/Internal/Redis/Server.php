<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

/** Commands on the server, transactions, scripts and channels. */
trait Server
{
    public function ping()
    {
        return $this->command(['PING']);
    }

    public function unwatch()
    {
        return $this->command(['UNWATCH']);
    }

    public function watch($key, ...$other_keys)
    {
        return $this->command(['WATCH', ...self::flat($key, $other_keys)]);
    }

    public function multi($mode = SWOOLE_REDIS_MODE_MULTI)
    {
        return $this->command(['MULTI']);
    }

    public function exec()
    {
        return $this->command(['EXEC']);
    }

    public function save()
    {
        return $this->command(['SAVE']);
    }

    public function bgSave()
    {
        return $this->command(['BGSAVE']);
    }

    public function lastSave()
    {
        return $this->command(['LASTSAVE']);
    }

    public function flushDB()
    {
        return $this->command(['FLUSHDB']);
    }

    public function flushAll()
    {
        return $this->command(['FLUSHALL']);
    }

    public function dbSize()
    {
        return $this->command(['DBSIZE']);
    }

    public function bgrewriteaof()
    {
        return $this->command(['BGREWRITEAOF']);
    }

    public function time()
    {
        return $this->command(['TIME']);
    }

    public function role()
    {
        return $this->command(['ROLE']);
    }

    public function eval($script, $args = null, $num_keys = null)
    {
        return $this->command(['EVAL', $script, (int) $num_keys, ...array_values($args ?? [])]);
    }

    public function evalSha($script_sha, $args = null, $num_keys = null)
    {
        return $this->command(['EVALSHA', $script_sha, (int) $num_keys, ...array_values($args ?? [])]);
    }

    public function script($cmd, ...$args)
    {
        return $this->command(['SCRIPT', $cmd, ...$args]);
    }

    public function publish($channel, $message)
    {
        return $this->command(['PUBLISH', $channel, $message]);
    }

    public function subscribe($channels)
    {
        return $this->subscription('SUBSCRIBE', (array) $channels);
    }

    public function pSubscribe($patterns)
    {
        return $this->subscription('PSUBSCRIBE', (array) $patterns);
    }

    public function unsubscribe($channels)
    {
        return $this->subscription('UNSUBSCRIBE', (array) $channels);
    }

    public function pUnSubscribe($patterns)
    {
        return $this->subscription('PUNSUBSCRIBE', (array) $patterns);
    }

    /** Automatic connects use it, too. */
    public function auth($password)
    {
        return $this->command(['AUTH', $password], function ($reply) use ($password) {
            $this->password = (string) $password;
            return $reply;
        });
    }

    /** Automatic connects use it, too. */
    public function select($dbindex)
    {
        return $this->command(['SELECT', $dbindex], function ($reply) use ($dbindex) {
            $this->database = (int) $dbindex;
            return $reply;
        });
    }
}
