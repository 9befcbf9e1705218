<?php

declare(strict_types=1);

namespace Tern\Launcher;

use RuntimeException;
use Swoole\Coroutine;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Server;
use Tern\Http\EventStream;
use function is_int;
use function is_string;

/** With --dev, pages in the browser load again after each change, or show why there is nothing new. */
final class Page
{
    private const SCRIPT = '/.tern/reload.js';
    private const EVENTS = '/.tern/reload';
    private const LOOK_AGAIN_S = 0.1;
    private const STATE = 'page.json';

    public static function addTo(Server $server, Plan $plan): void
    {
        $own = $server->getCallback('request');
        $state = $plan->state;
        if ($own === null || $state === null) {
            return;
        }
        $server->set(['http_html_snippet' => '<script src="' . self::SCRIPT . '" defer></script>']);
        $server->on('request', static function (Request $request, Response $response) use ($own, $state): mixed {
            return match ($request->server['path_info']) {
                self::SCRIPT => self::sendScript($response),
                self::EVENTS => self::sendEvents($request, $response, $state),
                default => self::pass($request, $response, $own, $state),
            };
        });
    }

    /** What pages are told from now on. */
    public static function tell(string $state, int $build, string $problem): void
    {
        try {
            Report::write("$state/" . self::STATE, ['build' => $build, 'problem' => $problem]);
        } catch (RuntimeException $error) {
            fwrite(STDERR, "tern: pages do not reload by themselves: {$error->getMessage()}\n");
        }
    }

    /** @param callable $own as the program gave it to on() */
    private static function pass(Request $request, Response $response, mixed $own, string $state): mixed
    {
        // A script in the page can read this field: so it knows which build it is of.
        $response->header('Server-Timing', 'tern;desc="' . self::news($state)['build'] . '"');
        return $own($request, $response);
    }

    private static function sendScript(Response $response): void
    {
        $response->header('Content-Type', 'text/javascript; charset=utf-8');
        $response->header('Cache-Control', 'no-store');
        $response->end((string) file_get_contents(__DIR__ . '/reload.js'));
    }

    private static function sendEvents(Request $request, Response $response, string $state): void
    {
        if (Coroutine::getCid() < 0) {
            $response->status(204);  // a server without coroutines: the browser does not ask again
            return;
        }
        $stream = new EventStream($response, $request);
        $stream->retry(200);
        $told = [];
        while ($stream->isOpen()) {
            $news = self::news($state);
            foreach (array_diff_assoc($news, $told) as $event => $text) {
                $stream->send((string) $text, $event);
            }
            $told = $news;
            Coroutine::sleep(self::LOOK_AGAIN_S);
        }
    }

    /** @return array{build: int, problem: string} */
    private static function news(string $state): array
    {
        ['build' => $build, 'problem' => $problem] = Report::read("$state/" . self::STATE) + ['build' => 0, 'problem' => ''];
        return ['build' => is_int($build) ? $build : 0, 'problem' => is_string($problem) ? $problem : ''];
    }
}
