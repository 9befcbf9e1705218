<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use function in_array;
use function Tern\Internal\Unix\write;

/** access.log of a pool. */
final class AccessLog
{
    /**
     * @param int $descriptor open for appending
     * @param list<string> $suppressed access.suppress_path[]
     */
    public function __construct(private readonly int $descriptor, private readonly AccessFormat $format, private readonly array $suppressed = [])
    {
    }

    /**
     * Call it when the script has ended.
     *
     * @param array<array-key, mixed> $fields of the response's head, by name
     */
    public function write(Activity $activity, int $status, array $fields): void
    {
        if ($this->isSuppressed($activity, $status)) {
            return;
        }
        $line = $this->format->line($activity, $status, $fields);
        $line === '' || write($this->descriptor, "$line\n");  // it never suspends
    }

    /** Whether scripts have to be measured for the lines. */
    public function needsFigures(): bool
    {
        return $this->format->has('C') || $this->format->has('M');
    }

    /** Only requests without a body and a query, which succeeded. */
    private function isSuppressed(Activity $activity, int $status): bool
    {
        return $this->suppressed !== []
            && $activity->query() === ''
            && ($activity->method() === 'GET' || $activity->method() === 'HEAD')
            && $status >= 200 && $status <= 299
            && $activity->length() === 0
            && in_array($activity->uri(), $this->suppressed, true);
    }
}
