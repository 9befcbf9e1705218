<?php

declare(strict_types=1);

namespace Tern\Internal\Client\Redis;

use function Tern\Internal\cooperate;
use function Tern\Internal\uncooperate;

/**
 * Commands on the server, transactions, scripts and channels.
 *
 * @method mixed ping() PING
 * @method mixed unwatch() UNWATCH
 * @method mixed watch(string|array<string> $key, string ...$other_keys) WATCH flat($key, $other_keys)
 * @method mixed exec() EXEC
 * @method mixed save() SAVE
 * @method mixed bgSave() BGSAVE
 * @method mixed lastSave() LASTSAVE
 * @method mixed flushDB() FLUSHDB
 * @method mixed flushAll() FLUSHALL
 * @method mixed dbSize() DBSIZE
 * @method mixed bgrewriteaof() BGREWRITEAOF
 * @method mixed time() TIME
 * @method mixed role() ROLE
 * @method mixed publish(string $channel, string $message) PUBLISH
 */
trait Server
{
    /**
     * @param int $mode
     * @return mixed
     */
    public function multi($mode = SWOOLE_REDIS_MODE_MULTI)
    {
        return $this->command(['MULTI']);
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
