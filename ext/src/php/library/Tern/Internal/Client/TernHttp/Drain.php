<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\Exception;
use Tern\Http\Client\Response;
use function strlen;

/** Reads the rest of a response that the program has dropped, so that its connection can be used again. */
final class Drain
{
    /** A longer one costs more than a new connection. */
    private const MOST = 65536;
    private const SECONDS = 1.0;

    /** Suspends. */
    public static function run(Response $response): void
    {
        try {
            for ($size = 0; $size <= self::MOST && ($piece = $response->read(self::SECONDS)) !== '';) {
                $size += strlen($piece);
            }
        } catch (Exception) {  // it is closed then
        }
        $response->close();
    }
}
