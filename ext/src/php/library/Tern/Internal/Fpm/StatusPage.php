<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Closure;
use Swoole\Http\Response;
use function ini_get;

/** The pages of a pool that no script makes: pm.status_path and ping.path. */
final class StatusPage
{
    private const FIELDS = [
        'Expires' => 'Thu, 01 Jan 1970 00:00:00 GMT',
        'Cache-Control' => 'no-cache, no-store, must-revalidate, max-age=0',
    ];

    private readonly LocalTime $time;

    /** @param string|null $path null: there is no such page */
    public function __construct(
        private readonly Scoreboard $scoreboard,
        private readonly ?string $path,
        private readonly ?string $pingPath = null,
        private readonly string $pingResponse = 'pong',
    ) {
        $this->time = new LocalTime();
    }

    /** @return list<string> of what respond() has a page for */
    public function paths(): array
    {
        return array_values(array_filter([$this->path, $this->pingPath], is_string(...)));
    }

    /**
     * Sends the page of a request for one of paths().
     *
     * @param Closure(): mixed $before is called when the response has all its fields, and is not sent yet
     */
    public function respond(Activity $activity, Response $response, Closure $before): void
    {
        if ($activity->uri() === $this->pingPath) {
            $this->ping($activity, $response, $before);
            return;
        }
        parse_str($activity->query(), $wanted);
        [$type, $body] = [null, ''];
        if ($activity->method() !== 'HEAD') {
            [$type, $body] = $this->body($wanted);
        }
        $this->send($activity, $response, $type, $body, false, $before);
    }

    /** @param Closure(): mixed $before */
    private function ping(Activity $activity, Response $response, Closure $before): void
    {
        $this->send($activity, $response, 'text/plain;charset=UTF-8', $activity->method() === 'HEAD' ? '' : $this->pingResponse, true, $before);
    }

    /**
     * @param string|null $type null: the default one of PHP
     * @param bool $typeFirst where Content-type is among the fields
     * @param Closure(): mixed $before
     */
    private function send(Activity $activity, Response $response, ?string $type, string $body, bool $typeFirst, Closure $before): void
    {
        $isText = $type === null || str_starts_with($type, 'text/');  // PHP writes the names of those that it adds a charset to
        $of = [$isText ? 'Content-type' : 'Content-Type' => $type ?? ini_get('default_mimetype') . '; charset=' . ini_get('default_charset')];
        $powered = (bool) ini_get('expose_php') ? ['X-Powered-By' => 'PHP/' . PHP_VERSION] : [];
        foreach ($powered + ($typeFirst ? $of + self::FIELDS : self::FIELDS + $of) as $name => $value) {
            $response->header($name, $value, false);
        }
        $activity->finish();
        $before();
        $response->end($body);
    }

    /**
     * @param array<array-key, mixed> $wanted the query
     * @return array{string, string} Content-Type and text
     */
    private function body(array $wanted): array
    {
        $isFull = isset($wanted['full']);
        $text = new StatusText($this->scoreboard->status($isFull), $this->time, $isFull);
        return match (true) {
            isset($wanted['html']) => ['text/html;charset=UTF-8', $text->html()],
            isset($wanted['xml']) => ['text/xml;charset=UTF-8', $text->xml()],
            isset($wanted['json']) => ['application/json', $text->json()],
            isset($wanted['openmetrics']) => ['application/openmetrics-text; version=1.0.0; charset=utf-8', $text->openMetrics()],
            default => ['text/plain;charset=UTF-8', $text->plain()],
        };
    }
}
