<?php
// What the servers of task_test.py do with their tasks and messages.

use Swoole\Coroutine\Channel;
use Swoole\Server;

// The message of what it throws, or of its warning.
function thrown_by(callable $call): ?string
{
    set_error_handler(fn(int $level, string $text) => throw new ErrorException($text));
    try {
        $call();
        return null;
    } catch (Exception $e) {
        return $e->getMessage();
    } finally {
        restore_error_handler();
    }
}

// Whether values of every type come back as they are, in an array and alone.
function comes_back(Server $server): array
{
    $values = [null, true, false, 1, -2.5, '', 'text', "\0\xff", [1, ['a' => null]], new ArrayObject([3])];
    foreach ($values as $value) {
        $got[] = $server->taskwait([$value], 5) == [$value] && ($value === null || $server->taskwait($value, 5) == $value);
    }
    return $got;
}

function callback_of_a_task(Server $server): array
{
    $done = new Channel(1);
    $id = $server->task('x', -1, fn(...$got) => $done->push($got));
    [$from, $of, $data] = $done->pop();
    return [$from === $server, $of === $id, $data];
}

// A task that pops from a channel waits for the one that pushes into it.
function meets(Server $server): void
{
    $server->on('workerStart', function ($server) {
        $GLOBALS['channel'] = new Channel(0);
    });
    $server->on('task', function ($server, $task) {
        $channel = $GLOBALS['channel'];
        $task->finish($task->data === 'pop' ? $channel->pop() : $channel->push('met'));
        return 'is not a result';
    });
}

// The workers that run tasks while the second task worker is busy.
function workers_of_tasks(Server $server): array
{
    $server->task('wait', 1);
    for ($i = 0; $i < 4; ++$i) {
        $got[] = $server->taskwait('go', 5);
    }
    $got[] = $server->taskwait('go', 5, 2);
    touch('open');
    $got[] = $server->taskwait('go', 5, 1);
    return $got;
}

function misused_tasks(Server $server): array
{
    return [
        thrown_by(fn() => $server->task('x', -2)), thrown_by(fn() => $server->task('x', 1)), thrown_by(fn() => $server->taskCo([])),
        @$server->finish(1), swoole_last_error(), $server->taskwait('x', 5),
    ];
}

function misused_messages(Server $server): array
{
    $messages = array_map(fn($to) => [@$server->sendMessage('x', $to), error_get_last()['message']], [-1, 2, 0]);
    return [...$messages, thrown_by(fn() => $server->sendMessage(fn() => 1, 1))];
}
