<?php

declare(strict_types=1);

namespace Tern\Internal\Redis;

use function Tern\Internal\cooperate;
use function Tern\Internal\uncooperate;

/** Commands on the server, transactions, scripts and channels. */
trait Server
{
    /** @return mixed */
    public function ping()
    {
        return $this->command(['PING']);
    }

    /** @return mixed */
    public function unwatch()
    {
        return $this->command(['UNWATCH']);
    }

    /**
     * @param string|array<string> $key
     * @param string ...$other_keys
     * @return mixed
     */
    public function watch($key, ...$other_keys)
    {
        return $this->command(['WATCH', ...self::flat($key, $other_keys)]);
    }

    /**
     * @param int $mode
     * @return mixed
     */
    public function multi($mode = SWOOLE_REDIS_MODE_MULTI)
    {
        return $this->command(['MULTI']);
    }

    /** @return mixed */
    public function exec()
    {
        return $this->command(['EXEC']);
    }

    /** @return mixed */
    public function save()
    {
        return $this->command(['SAVE']);
    }

    /** @return mixed */
    public function bgSave()
    {
        return $this->command(['BGSAVE']);
    }

    /** @return mixed */
    public function lastSave()
    {
        return $this->command(['LASTSAVE']);
    }

    /** @return mixed */
    public function flushDB()
    {
        return $this->command(['FLUSHDB']);
    }

    /** @return mixed */
    public function flushAll()
    {
        return $this->command(['FLUSHALL']);
    }

    /** @return mixed */
    public function dbSize()
    {
        return $this->command(['DBSIZE']);
    }

    /** @return mixed */
    public function bgrewriteaof()
    {
        return $this->command(['BGREWRITEAOF']);
    }

    /** @return mixed */
    public function time()
    {
        return $this->command(['TIME']);
    }

    /** @return mixed */
    public function role()
    {
        return $this->command(['ROLE']);
    }

    /**
     * @param string $script
     * @param array<mixed>|null $args
     * @param int|null $num_keys
     * @return mixed
     */
    public function eval($script, $args = null, $num_keys = null)
    {
        return $this->command(['EVAL', $script, (int) $num_keys, ...array_values($args ?? [])]);
    }

    /**
     * @param string $script_sha
     * @param array<mixed>|null $args
     * @param int|null $num_keys
     * @return mixed
     */
    public function evalSha($script_sha, $args = null, $num_keys = null)
    {
        return $this->command(['EVALSHA', $script_sha, (int) $num_keys, ...array_values($args ?? [])]);
    }

    /**
     * @param string $cmd
     * @param mixed ...$args
     * @return mixed
     */
    public function script($cmd, ...$args)
    {
        return $this->command(['SCRIPT', $cmd, ...$args]);
    }

    /**
     * @param string $channel
     * @param string $message
     * @return mixed
     */
    public function publish($channel, $message)
    {
        return $this->command(['PUBLISH', $channel, $message]);
    }

    /**
     * @param string|array<string> $channels
     * @return mixed
     */
    public function subscribe($channels)
    {
        return $this->subscription('SUBSCRIBE', (array) $channels);
    }

    /**
     * @param string|array<string> $patterns
     * @return mixed
     */
    public function pSubscribe($patterns)
    {
        return $this->subscription('PSUBSCRIBE', (array) $patterns);
    }

    /**
     * @param string|array<string> $channels
     * @return mixed
     */
    public function unsubscribe($channels)
    {
        return $this->subscription('UNSUBSCRIBE', (array) $channels);
    }

    /**
     * @param string|array<string> $patterns
     * @return mixed
     */
    public function pUnSubscribe($patterns)
    {
        return $this->subscription('PUNSUBSCRIBE', (array) $patterns);
    }

    /**
     * Automatic connects use it, too.
     *
     * @param string $password
     * @return mixed
     */
    public function auth($password)
    {
        return $this->command(['AUTH', $password], function ($reply) use ($password) {
            $this->password = (string) $password;
            return $reply;
        });
    }

    /**
     * Automatic connects use it, too.
     *
     * @param int $dbindex
     * @return mixed
     */
    public function select($dbindex)
    {
        return $this->command(['SELECT', $dbindex], function ($reply) use ($dbindex) {
            $this->database = (int) $dbindex;
            return $reply;
        });
    }

    /**
     * Commands of subscriptions have no reply of their own: recv() returns what comes.
     *
     * @param array<mixed> $names
     */
    private function subscription(string $command, array $names): bool
    {
        $ends = str_contains($command, 'UNSUBSCRIBE');
        if ($this->deferred || ($ends && !$this->subscribed)) {
            $why = $ends ? 'Nothing is subscribed to' : 'A subscription cannot be deferred';
            $this->fail(SWOOLE_REDIS_ERR_OTHER, Failure::INVALID, $why);
            return false;
        }
        $words = [$command, ...array_values($names)];
        if ($this->subscribed && $this->user !== 0) {
            return $this->interject($words);
        }
        return $this->subscribed = $this->exchange($words, null, false) === true;
    }

    /**
     * Sends a command while another coroutine waits in recv().
     *
     * @param array<mixed> $words
     */
    private function interject(array $words): bool
    {
        $before = cooperate();
        try {
            $this->connection?->send($words);
            return true;
        } catch (Failure $failure) {
            $this->fail($failure->type, $failure->getCode(), $failure->getMessage());
            return false;
        } finally {
            uncooperate($before);
        }
    }
}
