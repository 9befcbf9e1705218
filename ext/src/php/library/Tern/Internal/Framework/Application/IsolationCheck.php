<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Closure;
use Swoole\Http\Request;
use Swoole\Http\Response;
use function array_slice;
use function count;
use function in_array;
use function sprintf;

/**
 * Finds what leaks from one request to another. It repeats each GET request: in an application that has had other requests, right
 * after a foreign one, and in two new applications. It prints the parts of the first response that both others do not have, and the
 * values that the first keeps in static properties and variables.
 */
final class IsolationCheck implements Handler
{
    private const MOST_LINES = 10;

    private ?Request $foreign = null;

    /** @param Closure(): ContextHandler $load */
    public function __construct(private readonly ContextHandler $used, private readonly Closure $load)
    {
    }

    public function respond(Request $request, Response $response): void
    {
        $this->used->respond($request, $response);
        if (!in_array($request->server['request_method'], ['GET', 'HEAD'], true)) {
            return;
        }
        $foreign = $this->foreign;
        $this->foreign = $request;
        if ($foreign !== null) {
            $this->check($request, $foreign);
        }
    }

    public function isSpent(): bool
    {
        return $this->used->isSpent();
    }

    public function reset(): void
    {
        $this->used->reset();
    }

    private function check(Request $request, Request $foreign): void
    {
        $first = self::responseOf(($this->load)(), $request);
        CapturedResponse::of($this->used, $foreign);
        $used = self::responseOf($this->used, $request);
        $second = self::responseOf(($this->load)(), $request);
        $lines = [];
        foreach (['response', 'state'] as $kind) {
            $differences = self::differences($used->{$kind}, $first->{$kind}, $second->{$kind});
            array_push($lines, ...array_slice($differences, 0, self::MOST_LINES));
            $more = count($differences) - self::MOST_LINES;
            $more > 0 && $lines[] = "and $more more";
        }
        if ($lines !== []) {
            error_log(sprintf(
                "isolation: GET %s after GET %s differs from that of a new application\n%s",
                $request->server['request_uri'],
                $foreign->server['request_uri'],
                implode("\n", $lines),
            ));
        }
    }

    private static function responseOf(ContextHandler $handler, Request $request): CapturedResponse
    {
        return CapturedResponse::of($handler, $request)->with($handler->state());
    }

    /**
     * Where both new ones say the same, and the used one something else.
     *
     * @param array<string, string> $used
     * @param array<string, string> $first
     * @param array<string, string> $second
     * @return list<string>
     */
    private static function differences(array $used, array $first, array $second): array
    {
        $lines = [];
        foreach ($used + $first as $place => $_) {
            $expected = $first[$place] ?? 'nothing';
            $found = $used[$place] ?? 'nothing';
            if ($found !== $expected && $expected === ($second[$place] ?? 'nothing')) {
                $lines[] = "$place: $found, new: $expected";
            }
        }
        return $lines;
    }
}
