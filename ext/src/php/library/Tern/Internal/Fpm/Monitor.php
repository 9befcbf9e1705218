<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use Closure;
use Swoole\Http\Response;
use Tern\Internal\Unix;
use function is_int;
use function is_string;
use function Tern\Internal\page_figures;

/** What a pool notes about each request: its scoreboard, its own pages and its access log. The pool's responder calls it. */
final class Monitor
{
    /** php-fpm's mark: what comes before it in a worker's output is a whole message. */
    public const FLUSH = "\0fscf\0";
    private const STDERR = 2;

    public readonly bool $hasLog;
    /** @var (Closure(Activity): void)|null */
    private ?Closure $onOverdue = null;

    /** @param bool $marks the master reads what the worker prints, and gets a mark at the end of each request */
    public function __construct(
        public readonly Scoreboard $scoreboard,
        private readonly ?StatusPage $page = null,
        private readonly ?AccessLog $log = null,
        private readonly bool $marks = false,
    ) {
        $this->hasLog = $log !== null;
    }

    /** @param Closure(Activity): void $onOverdue is called when the time limit has ended a script */
    public function watch(Closure $onOverdue): void
    {
        $this->onOverdue = $onOverdue;
    }

    /** Loads what requests use, for the processes that are forked afterwards. */
    public static function load(): void
    {
        foreach ([Activity::class, Child::class, PoolStatus::class, Stage::class, StatusText::class, StatusMetrics::class, Responder::class, Script::class,
            Settings::class, ResponderOptions::class, StatusPage::class, AccessLog::class, Overdue::class, AccessFormat::class, LocalTime::class] as $class) {
            class_exists($class);
        }
    }

    /**
     * A request has come. The Activity's end() must follow.
     *
     * @param array<array-key, mixed> $variables the page's $_SERVER
     * @param string $client the address of the web server; '': a unix socket
     */
    public function begin(array $variables, string $client = ''): Activity
    {
        return $this->scoreboard->begin($variables, $client);
    }

    /** @return bool true: the request was for a page of the pool itself, which is sent */
    public function respond(Activity $activity, Response $response): bool
    {
        if ($this->page === null || !$this->page->has($activity->uri())) {
            return false;
        }
        $this->page->respond($activity, $response, fn() => $this->log?->write($activity, 200, $response->header ?? []));
        return true;
    }

    /**
     * The script has ended, and no other one has run in this process since. Call it before the end of the response is sent: the line of
     * the access log is there when the client has the response, as with php-fpm.
     *
     * @param int $status of the response
     */
    public function finish(Activity $activity, int $status, Response $response): void
    {
        [$memory, $ms] = page_figures();
        $activity->finish($memory, $ms * 1000);
        $this->log?->write($activity, $status, self::fields($response));
    }

    /**
     * Nothing of the request is left.
     *
     * @param bool $isInTime false: the time limit has ended the script
     */
    public function end(Activity $activity, bool $isInTime): void
    {
        if (!$isInTime && $this->onOverdue !== null) {
            ($this->onOverdue)($activity);
        }
        $this->marks && Unix\write(self::STDERR, self::FLUSH);
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
