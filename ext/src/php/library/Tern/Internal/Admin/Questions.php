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
 */
final class Questions
{
    private const TIMEOUT_S = 1.0;
    private const USER_PROCESS = 256;  // only here: Server::command() knows no constant for them

    /** @var array<int, true> by worker */
    private array $unanswered = [];

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
        $worker = $this->find($id);
        if (isset($this->unanswered[$id])) {
            throw $this->silence($worker);
        }
        $answer = new Channel(1);
        $this->unanswered[$id] = true;
        Coroutine::create(function () use ($worker, $answer) {
            $answer->push($this->command($worker));
            unset($this->unanswered[$worker['id']]);
        });
        $result = $answer->pop(self::TIMEOUT_S);
        if (!is_array($result)) {
            throw $this->silence($worker);
        }
        /** @var Told $result */
        return $result;
    }

    /** @return array<int, Told|Refusal> by worker, for all that have coroutines */
    public function askAll(): array
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
            Coroutine::create(function () use ($id, $answers) {
                try {
                    $answers->push([$id, $this->ask($id)]);
                } catch (Refusal $refusal) {
                    $answers->push([$id, $refusal]);
                }
            });
        }
        $all = [];
        foreach ($ids as $_) {
            /** @var array{int, Told|Refusal} $pair */
            $pair = $answers->pop();
            $all[$pair[0]] = $pair[1];
        }
        ksort($all);
        return $all;
    }

    /** @param Row $worker */
    private function command(array $worker): mixed
    {
        $tasks = $worker['id'] - $this->setting('worker_num');
        [$type, $id] = match ($worker['role']) {
            'event' => [SWOOLE_SERVER_COMMAND_EVENT_WORKER, $worker['id']],
            'task' => [SWOOLE_SERVER_COMMAND_TASK_WORKER, $tasks],
            'user' => [self::USER_PROCESS, $tasks - $this->setting('task_worker_num')],
        };
        return @$this->server->command('tern:waiting', $id, $type, null);
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
