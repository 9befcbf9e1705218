<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Server;
use Tern\Cache;
use function Tern\Internal\is_draining;
use function Tern\Internal\upgrade_state;
use function Tern\Internal\workers;
use function array_slice;
use function in_array;
use function is_array;
use function is_bool;
use function is_scalar;
use function ini_get;

/**
 * The endpoints of the admin site.
 *
 * @phpstan-import-type Told from Questions
 * @phpstan-import-type Query from Questions
 */
final class Endpoints
{
    private const MOST_QUERIES = 500;
    private const SECRETS = ['admin_token', 'ssl_passphrase'];

    private readonly Questions $questions;

    public function __construct(private readonly Server $server)
    {
        $this->questions = new Questions($server);
    }

    /** @return array<string, mixed> */
    public function health(): array
    {
        return ['status' => 'ok'];
    }

    /** Null: it serves. */
    public function unready(): ?string
    {
        $serving = array_filter(
            workers(),
            fn(array $one) => $one['role'] === 'event' && ($one['status'] === 'idle' || $one['status'] === 'busy'),
        );
        // Asked last: a worker that is exiting was told so after the server began to drain.
        if (is_draining()) {
            return 'draining';
        }
        return $serving === [] ? 'starting' : null;
    }

    /** @return array<string, mixed> */
    public function stats(): array
    {
        $stats = $this->server->stats();
        $facts = [
            'version' => phpversion('tern'),
            'php' => PHP_VERSION,
            'pid' => $this->server->master_pid,
            'time' => microtime(true),
            'uptime' => time() - (int) $stats['start_time'],
            'ready' => $this->unready() === null,
            'draining' => is_draining(),
            'upgrade' => upgrade_state(),
            'addresses' => $this->addresses(),
        ];
        $workers = workers();
        usort($workers, fn(array $a, array $b) => [$a['id'], $a['started']] <=> [$b['id'], $b['started']]);
        return ['server' => $facts + $stats, 'workers' => $workers, 'metrics' => \Tern\Metrics::collect()];
    }

    /** @return list<array{name: string, value: mixed, default: mixed, type: string, scope: string, doc: string}> rows of name, value, default, type, scope and doc */
    public function options(): array
    {
        $rows = [];
        foreach (\Tern\server_options() as $option) {
            if (!$option['supported']) {
                continue;
            }
            $name = $option['name'];
            $value = $this->server->setting[$name] ?? $option['default'];
            $rows[] = [
                'name' => $name,
                'value' => self::shown($name, $value),
                'default' => $option['default'],
                'type' => $option['type'],
                'scope' => $option['scope'],
                'doc' => $option['doc'],
            ];
        }
        return $rows;
    }

    /**
     * @return list<array{for_ms: int, request: array<mixed>|null}> as Answers::waiting() has them
     * @throws Refusal 404, 504
     */
    public function coroutines(int $worker): array
    {
        return $this->questions->ask($worker)['coroutines'];
    }

    /**
     * The requests in flight, the oldest first, and the workers that did not answer.
     *
     * @return array<string, mixed>
     */
    public function requests(): array
    {
        $requests = [];
        [$answers, $silent] = $this->askAll();
        foreach ($answers as $worker => $answer) {
            foreach ($answer['coroutines'] as $one) {
                if ($one['request'] === null) {
                    continue;
                }
                $requests[] = ['worker' => $worker] + $one;
            }
        }
        usort($requests, fn(array $a, array $b) => $b['for_ms'] <=> $a['for_ms']);
        return ['requests' => $requests, 'silent' => $silent];
    }

    /**
     * The connections to databases that objects keep between requests, the oldest first, and the workers that did not answer.
     *
     * @return array<string, mixed>
     */
    public function connections(): array
    {
        $pinned = [];
        [$answers, $silent] = $this->askAll();
        foreach ($answers as $worker => $answer) {
            foreach ($answer['pinned'] as $one) {
                $pinned[] = ['worker' => $worker] + $one;
            }
        }
        usort($pinned, fn(array $a, array $b) => $b['for_ms'] <=> $a['for_ms']);
        return ['pinned' => $pinned, 'silent' => $silent];
    }

    /**
     * @return array<string, int>
     * @throws Refusal 404
     */
    public function cache(): array
    {
        return self::sharedCache()->stats();
    }

    /**
     * @return array<string, mixed>
     * @throws Refusal 404
     */
    public function clearCache(): array
    {
        self::sharedCache()->clear();
        return ['cleared' => true];
    }

    private static function sharedCache(): Cache
    {
        return ini_get('tern.cache_size') === '0' ? throw new Refusal(404, 'the server has no cache') : Cache::shared();
    }

    /**
     * What the workers have asked databases since they started, by digests, and the workers that did not answer.
     *
     * @return array<string, mixed>
     */
    public function queries(): array
    {
        $queries = [];
        $silent = [];
        foreach ($this->questions->askQueries() as $worker => $answer) {
            if ($answer instanceof Refusal) {
                $silent[] = ['worker' => $worker, 'error' => $answer->getMessage()] + $answer->more;
                continue;
            }
            foreach ($answer['queries'] as $one) {
                $queries[$one['digest']] = isset($queries[$one['digest']]) ? self::sum($queries[$one['digest']], $one) : $one;
            }
        }
        usort($queries, fn(array $a, array $b) => $b['waited_ms'] <=> $a['waited_ms']);
        foreach ($queries as &$query) {
            $query['mean_ms'] = $query['waited_ms'] / $query['count'];
            $query['first_ms'] /= $query['count'];
        }
        return ['queries' => array_slice($queries, 0, self::MOST_QUERIES), 'silent' => $silent];
    }

    /**
     * @param Query $sum
     * @param Query $one
     * @return Query
     */
    private static function sum(array $sum, array $one): array
    {
        foreach (['count', 'failed', 'rows', 'waited_ms', 'first_ms'] as $name) {
            $sum[$name] += $one[$name];
        }
        $sum['worst_ms'] = max($sum['worst_ms'], $one['worst_ms']);
        return $sum;
    }

    /**
     * @param array<mixed> $body
     * @return array<string, mixed>
     * @throws Refusal
     */
    public function reload(array $body): array
    {
        $only_tasks = $body['only_tasks'] ?? false;
        if (!is_bool($only_tasks)) {
            throw new Refusal(400, 'only_tasks must be true or false');
        }
        if (is_draining()) {
            throw new Refusal(409, 'the server shuts down');
        }
        if ($only_tasks && ($this->server->setting['task_worker_num'] ?? 0) === 0) {
            throw new Refusal(409, 'there are no task workers');
        }
        $this->server->reload($only_tasks);
        return ['accepted' => true];
    }

    /**
     * @return array<string, mixed>
     * @throws Refusal
     */
    public function upgrade(): array
    {
        if (is_draining()) {
            throw new Refusal(409, 'the server shuts down');
        }
        if (upgrade_state()['state'] === 'starting') {
            throw new Refusal(409, 'an upgrade is under way');
        }
        \Tern\upgrade();
        return ['accepted' => true];
    }

    /** @return array<string, mixed> */
    public function stop(): array
    {
        $this->server->shutdown();
        return ['accepted' => true];
    }

    /**
     * @return array<string, mixed>
     * @throws Refusal
     */
    public function drain(int $worker): array
    {
        $this->questions->find($worker);
        if (is_draining()) {
            throw new Refusal(409, 'the server shuts down');
        }
        $this->server->stop($worker);
        return ['accepted' => true];
    }

    /**
     * What the workers answered, and those that did not.
     *
     * @return array{array<int, Told>, list<array<string, mixed>>}
     */
    private function askAll(): array
    {
        $answers = [];
        $silent = [];
        foreach ($this->questions->askAll() as $worker => $answer) {
            if ($answer instanceof Refusal) {
                $silent[] = ['worker' => $worker, 'error' => $answer->getMessage()] + $answer->more;
                continue;
            }
            $answers[$worker] = $answer;
        }
        return [$answers, $silent];
    }

    /** @return list<string> */
    private function addresses(): array
    {
        $addresses = [];
        foreach ($this->server->ports as $port) {
            $host = str_contains($port->host, ':') ? "[$port->host]" : $port->host;
            $addresses[] = str_starts_with($host, '/') ? "unix:$host" : "$host:$port->port";
        }
        return $addresses;
    }

    private static function shown(string $name, mixed $value): mixed
    {
        if (is_array($value)) {
            foreach ($value as $key => $one) {
                $value[$key] = self::shown((string) $key, $one);
            }
            return $value;
        }
        if (in_array($name, self::SECRETS, true)) {
            return $value === '' || $value === null ? '' : '***';
        }
        return is_scalar($value) || $value === null ? $value : get_debug_type($value);
    }
}
