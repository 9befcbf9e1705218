<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

/** Options that each request may have of its own. Those of the client are their defaults. */
final class RequestOptions
{
    public const NAMES = ['decode' => true, 'insecure_redirects' => true, 'max_body' => true, 'redirects' => true, 'retries' => true,
        'retry_after' => true, 'stream' => true, 'timeout' => true];

    private const TIMEOUT = 30.0;
    private const LONGEST = 86_400.0;
    private const REDIRECTS = 10;
    private const RETRIES = 2;
    private const MOST_TRIES = 100;
    private const RETRY_AFTER = 10.0;
    private const MAX_BODY = 64 << 20;

    private function __construct(
        public readonly float $timeout,
        public readonly int $redirects,
        public readonly bool $insecureRedirects,
        public readonly int $retries,
        public readonly float $retryAfter,
        public readonly int $maxBody,
        public readonly bool $decode,
        public readonly bool $stream,
    ) {
    }

    /** @param self|null $usual what counts where nothing is given; null: for a client */
    public static function read(OptionReader $given, ?self $usual): self
    {
        return new self(
            $given->number('timeout', $usual->timeout ?? self::TIMEOUT, 0, self::LONGEST),
            $given->integer('redirects', $usual->redirects ?? self::REDIRECTS, 0, self::MOST_TRIES),
            $given->flag('insecure_redirects', $usual->insecureRedirects ?? false),
            $given->integer('retries', $usual->retries ?? self::RETRIES, 0, self::MOST_TRIES),
            $given->number('retry_after', $usual->retryAfter ?? self::RETRY_AFTER, 0, self::LONGEST),
            $given->integer('max_body', $usual->maxBody ?? self::MAX_BODY, 0, PHP_INT_MAX),
            $given->flag('decode', $usual->decode ?? true),
            $given->flag('stream', $usual->stream ?? false),
        );
    }
}
