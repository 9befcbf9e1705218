<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Swoole\Coroutine;
use Tern\Http\Client\Response;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\Http\HttpDate;

/** Sends a request again if that does no harm and may help. */
final class Attempts implements Layer
{
    /** 429 Too Many Requests, 502 Bad Gateway, 503 Service Unavailable, 504 Gateway Timeout. */
    private const LATER = [429 => true, 502 => true, 503 => true, 504 => true];
    // Seconds between attempts, by chance: at least the first, at most three times as long as the last one.
    private const FIRST_PAUSE = 0.1;
    private const LONGEST_PAUSE = 5.0;

    public function __construct(private readonly Transport $transport, private readonly Counts $counts)
    {
    }

    public function send(Request $request, Deadline $until): Response
    {
        $pause = self::FIRST_PAUSE;
        $is_fresh = false;
        for ($left = $request->options->retries;; --$left) {
            try {
                $response = $this->transport->send($request, $until, $is_fresh);
                if ($left <= 0 || !isset(self::LATER[$response->status])) {
                    return $response;
                }
                $wait = self::retryAfter($response) ?? $pause = self::longer($pause);
                if ($wait > $request->options->retryAfter || !self::mayRepeat($request) || !self::hasTime($wait, $until)) {
                    return $response;
                }
                Drain::run($response);
            } catch (Broken $why) {
                $wait = $pause = self::longer($pause);
                if ($why->isStale && !$is_fresh) {
                    [$wait, $left] = [0.0, $left + 1];
                }
                $is_fresh = $is_fresh || $why->isStale;
                if ($left <= 0 || !self::isHarmless($why, $request) || !self::hasTime($wait, $until)) {
                    throw Broken::toException($why->getCode(), $why->getMessage(), $request->method, $request->url->text);
                }
            }
            ++$this->counts->retries;
            if ($wait > 0 && !Coroutine::sleep(max(0.001, $wait))) {
                throw Broken::toException(Errno::ECANCELED, '', $request->method, $request->url->text);
            }
        }
    }

    /** By chance, so that clients that failed together do not come back together. */
    private static function longer(float $pause): float
    {
        return min(self::LONGEST_PAUSE, self::FIRST_PAUSE + mt_rand() / mt_getrandmax() * (3 * $pause - self::FIRST_PAUSE));
    }

    private static function mayRepeat(Request $request): bool
    {
        return $request->isIdempotent() && $request->body->isAvailable();
    }

    private static function isHarmless(Broken $why, Request $request): bool
    {
        return (!$why->isSent || $request->isIdempotent()) && $request->body->isAvailable() && !$why->isPermanent()
            && !Broken::isCanceled($why->getCode());
    }

    private static function hasTime(float $seconds, Deadline $until): bool
    {
        try {
            $left = $until->left();
            return $left <= 0 || $seconds < $left;
        } catch (Failure) {
            return false;
        }
    }

    /** @return float|null seconds; null: the server does not say */
    private static function retryAfter(Response $response): ?float
    {
        $field = $response->header('retry-after') ?? '';
        if (preg_match('/^\d{1,9}$/D', $field) === 1) {
            return (float) $field;
        }
        $date = $field === '' ? null : HttpDate::parse($field);
        return $date === null ? null : (float) max(0, $date - time());
    }
}
