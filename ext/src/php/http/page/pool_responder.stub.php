<?php

/** @generate-class-entries */

namespace Tern\Internal\Fpm;

/**
 * Answers the requests of a FastCGI port as a pool of php-fpm does: it runs the script that the web server asks for, in a fresh context.
 * A worker has one.
 *
 * @not-serializable
 * @strict-properties
 */
final class Responder
{
    /**
     * Call it once, in the worker: ResponderOptions::begin() does.
     *
     * @phpstan-param array<string, string> $environment
     * @param array $environment of the process
     * @param Monitor|null $monitor of the pool's status, access log and own pages; null: there is none of these
     */
    public function begin(ResponderOptions $options, Settings $settings, array $environment, ?Monitor $monitor = null): void {}

    /** Call begin() first. Returns when the script has ended. Suspends. */
    public function respond(\Swoole\Http\Request $request, \Swoole\Http\Response $response): void {}
}
