<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** An .htaccess as it was when it was last looked at, or that there was none. */
final class CachedFile
{
    /**
     * @param array{int, int, int}|null $version time of change, inode and size; null: there is no such file
     * @param bool $isRecent it was changed so lately that it may change again without another time
     */
    public function __construct(
        public float $checkedAt,
        public readonly ?array $version,
        public readonly ?Rules $rules = null,
        public readonly string $hash = '',
        public readonly bool $isRecent = false,
    ) {
    }

    /** @param array{int, int, int}|null $version of the file as it is now */
    public function isCurrent(?array $version): bool
    {
        return $this->version === $version && !$this->isRecent;
    }
}
