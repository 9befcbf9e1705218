<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** What the path of a URL is below the document root. */
final class Place
{
    /**
     * @param string $filename up to the file, the last folder or the first name that does not exist
     * @param string $pathInfo what follows
     * @param list<string> $folders existing ones from the root down, with a slash at their end
     */
    public function __construct(
        public readonly string $root,
        public readonly string $filename,
        public readonly string $pathInfo,
        public readonly Kind $kind,
        public readonly array $folders,
    ) {
    }

    public function baseName(): string
    {
        $slash = strrpos($this->filename, '/');
        return $slash === false ? $this->filename : substr($this->filename, $slash + 1);
    }
}
