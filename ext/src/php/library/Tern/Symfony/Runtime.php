<?php

declare(strict_types=1);

namespace Tern\Symfony;

use Psr\Http\Server\RequestHandlerInterface;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use Symfony\Component\Runtime\RunnerInterface;
use Symfony\Component\Runtime\SymfonyRuntime;
use Tern\Internal\Framework\Application\SymfonyRunner;
use function is_string;

/**
 * For symfony/runtime: with APP_RUNTIME=Tern\Symfony\Runtime in the environment, `php public/index.php` serves the application.
 * Everything else, as the console, is left to SymfonyRuntime. Variables of the environment:
 *
 * - TERN_HOST (an IP address, default 127.0.0.1), TERN_PORT (0 to 65535, default 8000), TERN_WORKERS (default: one a CPU);
 * - TERN_CONCURRENCY: requests at a time in each worker, each in a context; 1 to 1000, default 50. Without opcache there are no
 *   contexts: then each worker has up to 8 applications, each of which handles one request at a time;
 * - TERN_MAX_REQUESTS: a context is replaced after this number of requests; default 0, any number.
 */
class Runtime extends SymfonyRuntime
{
    public function getRunner(?object $application): RunnerInterface
    {
        $script = $_SERVER['SCRIPT_FILENAME'] ?? null;
        if (is_string($script) && ($application instanceof HttpKernelInterface || $application instanceof RequestHandlerInterface)) {
            return new SymfonyRunner($script);
        }
        return parent::getRunner($application);
    }
}
