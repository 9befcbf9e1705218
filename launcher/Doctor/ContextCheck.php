<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor;

use Tern\Internal\Framework\Application\Extensions;
use function extension_loaded;

/** Extensions that keep something of a request, where several are handled at a time in contexts. */
final class ContextCheck
{
    private const PAGE = 'see docs/contexts.md#extensions; one request at a time: `--concurrency 1` for an application, `--isolation process` for a classic site';

    /** @return list<Finding> */
    public function findings(): array
    {
        if (!extension_loaded('tern')) {
            return [];
        }
        $findings = [];
        foreach (Extensions::oneAtATime() as $name) {
            $findings[] = Finding::advice('contexts', "$name keeps the running request: an application handles one request at a time in each worker, and a classic site runs in PHP workers", "remove extension=$name from php.ini");
        }
        foreach (Extensions::tried() as $name => ['how' => $how, 'ran' => $ran, 'text' => $text]) {
            if ($how !== 'one at a time') {
                $findings[] = $ran ? Finding::ok('contexts', "$name: $how. $text") : Finding::advice('contexts', "$name: $how, by its source; it was not run. $text", self::PAGE);
            }
        }
        foreach (Extensions::unknown() as $name) {
            $findings[] = Finding::advice('contexts', "$name is unknown to Tern: contexts share what it keeps for a request outside of its globals", self::PAGE);
        }
        return $findings !== [] ? $findings : [Finding::ok('contexts', 'all extensions are known')];
    }
}
