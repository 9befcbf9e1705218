<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Coroutine;
use Swoole\Coroutine\Channel;
use Swoole\Server;

use function Tern\Internal\workers;

/** Asks the workers, in the admin process. One that is stuck has one question in its box at a time. */
final class Questions
{
    private const PATIENCE_S = 1.0;

    /** @var array<int, true> by worker */
    private array $unanswered = [];

    public function __construct(private readonly Server $server) {}

    /**
     * @return array its row of workers()
     * @throws Refusal 404
     */
    public function find(int $id): array
    {
        $found = null;
        foreach (workers() as $worker) {
            if ($worker['id'] !== $id || $worker['role'] === 'admin') continue;
            if ($found === null || $worker['status'] !== 'exiting') $found = $worker;
        }
        return $found ?? throw new Refusal(404, "there is no worker $id");
    }

    /**
     * @return array of Answers::waiting()
     * @throws Refusal 404, 504
     */
    public function ask(int $id): array
    {
        $worker = $this->find($id);
        if ($worker['role'] === 'user') throw new Refusal(404, "worker $id is a process of the program's own: those are not asked");
        if (isset($this->unanswered[$id])) throw $this->silence($id);
        $answer = new Channel(1);
        $this->unanswered[$id] = true;
        Coroutine::create(function () use ($worker, $answer) {
            $answer->push($this->command($worker));
            unset($this->unanswered[$worker['id']]);
        });
        $result = $answer->pop(self::PATIENCE_S);
        return is_array($result) ? $result : throw $this->silence($id);
    }

    /** @return array<int, array|Refusal> by worker, for all that have coroutines */
    public function askAll(): array
    {
        $ids = [];
        foreach (workers() as $worker) {
            if ($worker['role'] === 'event' || $worker['role'] === 'task') $ids[$worker['id']] = true;
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
            [$id, $answer] = $answers->pop();
            $all[$id] = $answer;
        }
        ksort($all);
        return $all;
    }

    private function command(array $worker): mixed
    {
        $is_task = $worker['role'] === 'task';
        $type = $is_task ? SWOOLE_SERVER_COMMAND_TASK_WORKER : SWOOLE_SERVER_COMMAND_EVENT_WORKER;
        $id = $is_task ? $worker['id'] - $this->server->setting['worker_num'] : $worker['id'];
        return @$this->server->command('tern:waiting', $id, $type, null);
    }

    private function silence(int $id): Refusal
    {
        $why = "worker $id does not answer: its PHP code blocks it, or it starts or leaves";
        return new Refusal(504, $why, [], ['blocked' => $this->find($id)['stuck']]);
    }
}
