<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Closure;
use Swoole\Http\Response;
use function is_int;
use function is_string;
use function Tern\Internal\page_figures;

/** What a pool's Responder needs rarely: its scoreboard, its own pages and its access log. The Responder calls it. */
final class Monitor
{
    /** php-fpm's mark, which a Responder writes: what comes before it in a worker's output is a whole message. */
    public const FLUSH = "\0fscf\0";

    /** What a Responder notes by itself. */
    public readonly Children $children;
    public readonly bool $hasLog;
    /** @var list<string> paths of the pool's own pages */
    public readonly array $pages;
    /** @var (Closure(Activity, int): void)|null */
    private ?Closure $onOverdue = null;

    /** @param bool $marks the master reads what the worker prints, and gets a mark at the end of each request */
    public function __construct(
        Scoreboard $scoreboard,
        private readonly ?StatusPage $page = null,
        private readonly ?AccessLog $log = null,
        public readonly bool $marks = false,
    ) {
        $this->children = $scoreboard->children;
        $this->hasLog = $log !== null;
        $this->pages = $page?->paths() ?? [];
    }

    /** @param Closure(Activity, int): void $onOverdue is called with the number of the child when the time limit has ended a script */
    public function watch(Closure $onOverdue): void
    {
        $this->onOverdue = $onOverdue;
    }

    /** Loads what requests use, for the processes that are forked afterwards. */
    public static function load(): void
    {
        foreach ([Activity::class, Child::class, PoolStatus::class, Stage::class, StatusText::class, StatusMetrics::class, Settings::class,
            ResponderOptions::class, StatusPage::class, AccessLog::class, Overdue::class, AccessFormat::class, LocalTime::class] as $class) {
            class_exists($class);
        }
    }

    /**
     * Sends the page of a request for one of `pages`.
     *
     * @param int $acceptedNs when the request came
     * @param array<array-key, string> $variables what the web server has sent
     * @param string $client the address of the web server; '': a unix socket
     */
    public function respond(Response $response, int $acceptedNs, array $variables, string $client): void
    {
        $activity = new Activity($acceptedNs, $variables, $client);
        $this->page?->respond($activity, $response, fn() => $this->log?->write($activity, 200, $response->header ?? []));
    }

    /**
     * A script is about to run.
     *
     * @param int $acceptedNs these are as of respond()
     * @param array<array-key, string> $variables
     * @return Closure(int): void is called with the status when the script has ended, and no other one has run in this process since. The end
     *     of the response is not sent yet: the line of the access log is there when the client has the response, as with php-fpm
     */
    public function log(Response $response, int $acceptedNs, array $variables, string $client): Closure
    {
        $activity = new Activity($acceptedNs, $variables, $client);
        return function (int $status) use ($activity, $response): void {
            [$memory, $ms] = page_figures();
            $activity->finish($memory, $ms * 1000);
            $this->log?->write($activity, $status, self::fields($response));
        };
    }

    /**
     * The time limit has ended a script.
     *
     * @param int $child its number
     * @param array<array-key, string> $variables
     */
    public function reportOverdue(int $child, int $acceptedNs, array $variables): void
    {
        if ($this->onOverdue !== null) {
            $activity = new Activity($acceptedNs, $variables);
            $activity->finish();
            ($this->onOverdue)($activity, $child);
        }
    }

    /**
     * Of a page the fields are lines. Of several with one name the first one counts.
     *
     * @return array<array-key, mixed> by name
     */
    private static function fields(Response $response): array
    {
        $fields = [];
        foreach ($response->header ?? [] as $name => $value) {
            if (is_int($name) && is_string($value)) {
                [$name, $value] = explode(': ', $value, 2) + [1 => ''];
            }
            $fields[$name] ??= $value;
        }
        return $fields;
    }
}
