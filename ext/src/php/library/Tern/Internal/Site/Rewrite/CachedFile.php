<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** An .htaccess as it was when it was last looked at, or that there was none. */
final class CachedFile
{
    /** @param array{int, int, int}|null $version time of change, inode and size; null: there is no such file */
    public function __construct(public float $checkedAt, public readonly ?array $version, public readonly ?Rules $rules)
    {
    }
}
