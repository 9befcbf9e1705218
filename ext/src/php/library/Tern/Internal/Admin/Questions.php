<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Server;
use function Tern\Internal\workers;
use function count;
use function is_array;

/**
 * Asks the workers, in the admin process. One that is stuck has one question in its box at a time.
 *
 * A row of workers(), and what Answers::waiting() tells:
 *
 * @phpstan-type Row array{id: int, role: 'event'|'task'|'user', status: string, stuck: ?string}
 * @phpstan-type Told array{
 *     coroutines: list<array{for_ms: int, request: array<mixed>|null}>,
 *     pinned: list<array{reason: string, where: string, got_at: string, for_ms: int}>,
 * }
 * @phpstan-type Query array{digest: string, text: string, summary: string, system: string, count: int, failed: int, rows: int,
 *     waited_ms: float, first_ms: float, worst_ms: float}
 * @phpstan-type Asked array{queries: list<Query>}
 */
final class Questions
{
    private const TIMEOUT_S = 1.0;
    private const USER_PROCESS = 256;  // only here: Server::command() knows no constant for them

    /** @var array<int, true> by worker */
    private array $unanswered = [];
    private const WAITING = 'tern:waiting';
    private const QUERIES = 'tern:queries';

    public function __construct(private readonly Server $server)
    {
    }

    /**
     * @return Row its row of workers()
     * @throws Refusal 404
     */
    public function find(int $id): array
    {
        $found = null;
        foreach (workers() as $worker) {
            if ($worker['id'] !== $id || $worker['role'] === 'admin') {
                continue;
            }
            if ($found === null || $worker['status'] !== 'exiting') {
                $found = $worker;
            }
        }
        return $found ?? throw new Refusal(404, "there is no worker $id");
    }

    /**
     * @return Told of Answers::waiting()
     * @throws Refusal 404, 504
     */
    public function ask(int $id): array
    {
        /** @var Told */
        return $this->askFor(self::WAITING, $id);
    }

    /**
     * @return array<mixed>
     * @throws Refusal 404, 504
     */
    private function askFor(string $question, int $id): array
    {
        $worker = $this->find($id);
        if (isset($this->unanswered[$id])) {
            throw $this->silence($worker);
        }
        $answer = new Channel(1);
        $this->unanswered[$id] = true;
        Coroutine::create(function () use ($question, $worker, $answer) {
            $answer->push($this->command($question, $worker));
            unset($this->unanswered[$worker['id']]);
        });
        $result = $answer->pop(self::TIMEOUT_S);
        if (!is_array($result)) {
            throw $this->silence($worker);
        }
        return $result;
    }

    /** @return array<int, Told|Refusal> by worker, for all that have coroutines */
    public function askAll(): array
    {
        /** @var array<int, Told|Refusal> */
        return $this->askEach(self::WAITING);
    }

    /** @return array<int, Asked|Refusal> the same, of Answers::queries() */
    public function askQueries(): array
    {
        /** @var array<int, Asked|Refusal> */
        return $this->askEach(self::QUERIES);
    }

    /** @return array<int, array<mixed>|Refusal> */
    private function askEach(string $question): array
    {
        $ids = [];
        foreach (workers() as $worker) {
            if ($worker['role'] === 'event' || $worker['role'] === 'task') {
                $ids[$worker['id']] = true;
            }
        }
        ksort($ids);
        $answers = new Channel(count($ids) + 1);
        foreach ($ids as $id => $_) {
            Coroutine::create(function () use ($question, $id, $answers) {
                try {
                    $answers->push([$id, $this->askFor($question, $id)]);
                } catch (Refusal $refusal) {
                    $answers->push([$id, $refusal]);
                }
            });
        }
        $all = [];
        foreach ($ids as $_) {
            /** @var array{int, array<mixed>|Refusal} $pair */
            $pair = $answers->pop();
            $all[$pair[0]] = $pair[1];
        }
        ksort($all);
        return $all;
    }

    /** @param Row $worker */
    private function command(string $question, array $worker): mixed
    {
        $tasks = $worker['id'] - $this->setting('worker_num');
        [$type, $id] = match ($worker['role']) {
            'event' => [SWOOLE_SERVER_COMMAND_EVENT_WORKER, $worker['id']],
            'task' => [SWOOLE_SERVER_COMMAND_TASK_WORKER, $tasks],
            'user' => [self::USER_PROCESS, $tasks - $this->setting('task_worker_num')],
        };
        return @$this->server->command($question, $id, $type, null);
    }

    private function setting(string $name): int
    {
        $value = $this->server->setting[$name] ?? 0;
        return is_numeric($value) ? (int) $value : 0;
    }

    /** @param Row $worker */
    private function silence(array $worker): Refusal
    {
        $or = $worker['role'] === 'user' ? 'it runs outside of coroutines' : 'it starts or leaves';
        $why = "worker {$worker['id']} does not answer: its PHP code blocks it, or $or";
        return new Refusal(504, $why, [], ['blocked' => $this->find($worker['id'])['stuck']]);
    }
}
