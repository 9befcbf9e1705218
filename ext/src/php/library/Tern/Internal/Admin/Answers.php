<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Server;
use Tern\Coroutine;
use function Tern\Internal\pinned_connections;
use function Tern\Internal\request_accounts;
use function Tern\Internal\queries;
use function Tern\Internal\requests;
use function array_slice;

/** What a worker tells the admin process about itself. */
final class Answers
{
    private const MOST = 1000;
    private const MOST_FRAMES = 64;
    private const ACCOUNT = ['cpu_ms' => true, 'waits_ms' => true, 'switches' => true, 'memory' => true];

    /** Its coroutines that wait, the oldest ones, and what each does. */
    public static function waiting(Server $server, string $message): string
    {
        $requests = requests();
        $accounts = request_accounts();
        $coroutines = [];
        foreach (Coroutine::listWaiting(self::MOST) as $one) {
            $coroutines[] = [
                'id' => $one['cid'],
                'parent' => $one['pcid'] > 0 ? $one['pcid'] : null,
                'context' => $one['context'] ?? null,
                'waits_for' => $one['waits_for'],
                'for_ms' => $one['elapsed'],
                'stack' => array_map(self::line(...), array_slice($one['backtrace'], 0, self::MOST_FRAMES)),
                'request' => $requests[$one['cid']] ?? null,
                'account' => self::account($accounts[$one['cid']] ?? null),
            ];
        }
        $told = ['coroutines' => $coroutines, 'pinned' => pinned_connections()];
        return json_encode($told, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR) ?: '';
    }

    /** What it has asked databases. */
    public static function queries(): string
    {
        return json_encode(['queries' => queries()], JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR) ?: '';
    }

    /**
     * What the request has cost so far.
     *
     * @param array<string, mixed>|null $account
     * @return array<string, mixed>|null
     */
    private static function account(?array $account): ?array
    {
        if ($account === null) {
            return null;
        }
        $shown = array_intersect_key($account, self::ACCOUNT);
        $shown['waits_ms'] = (object) $shown['waits_ms'];
        return $shown;
    }

    /** @param array{file?: string, line?: int, class?: string, type?: string, function: string} $frame */
    private static function line(array $frame): string
    {
        $where = isset($frame['file'], $frame['line']) ? "{$frame['file']}:{$frame['line']} " : '';
        return $where . ($frame['class'] ?? '') . ($frame['type'] ?? '') . $frame['function'] . '()';
    }
}
