<?php

// What the programs of this folder share: where they run, and what they report.
declare(strict_types=1);

use Revolt\EventLoop;
use Revolt\EventLoop\Driver\StreamSelectDriver;
use Tern\Revolt\Driver;

/** What happens, word by word. */
final class Events
{
    /** @var list<string> */
    private array $words = [];

    public function __invoke(mixed ...$words): void
    {
        foreach ($words as $word) {
            $this->words[] = is_string($word) ? $word : json_encode($word, JSON_THROW_ON_ERROR);
        }
    }

    public function text(): string
    {
        return implode(' ', $this->words);
    }
}

/** The class and the first words of what a function throws. */
function thrown(Closure $function, int $length = 200): string
{
    try {
        $function();
    } catch (Throwable $thrown) {
        $previous = $thrown->getPrevious();
        return get_class($thrown) . '(' . substr($thrown->getMessage(), 0, $length) . ')'
            . ($previous === null ? '' : ' after ' . get_class($previous) . '(' . substr($previous->getMessage(), 0, $length) . ')');
    }
    return 'nothing';
}

/** @return array{resource, resource} two connected streams that do not block */
function pair(): array
{
    $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, STREAM_IPPROTO_IP);
    assert($pair !== false);
    array_map(static fn($stream) => stream_set_blocking($stream, false), $pair);
    return $pair;
}

/**
 * Runs each case with a new driver, and prints what happens: by Revolt's own driver ("revolt"), by Tern's in the main code
 * ("main") or in a coroutine ("coroutine").
 *
 * @param array<string, Closure(Events): void> $cases
 */
function report(string $where, array $cases): void
{
    $results = [];
    // EventLoop::setDriver() refuses when a case has left something behind.
    $setDriver = Closure::bind(static fn(EventLoop\Driver $driver) => EventLoop::$driver = $driver, null, EventLoop::class);
    $run = static function () use ($where, $cases, $setDriver, &$results): void {
        foreach ($cases as $name => $case) {
            $setDriver($where === 'revolt' ? new StreamSelectDriver() : new Driver());
            $events = new Events();
            $failure = thrown(static fn() => $case($events));
            $results[$name] = $failure === 'nothing' ? $events->text() : $failure;
        }
    };
    $where === 'coroutine' ? Co\run($run) : $run();
    echo json_encode($results, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
}
