<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

/** What the path of a URL leads to, and where it is. */
final class Target
{
    /**
     * @param string $file of a script or a file: its path in the file system, symbolic links not resolved
     * @param string $name of a script or a file: its path below the root, with a slash in front. Of a folder: the path that has it
     * @param string $pathInfo of a script: what follows its name in the URL, /a/b of /index.php/a/b
     */
    private function __construct(
        public readonly TargetKind $kind,
        public readonly string $file = '',
        public readonly string $name = '',
        public readonly string $pathInfo = '',
    ) {
    }

    public static function script(string $root, string $name, string $pathInfo = ''): self
    {
        return new self(TargetKind::Script, $root . $name, $name, $pathInfo);
    }

    public static function file(string $root, string $name): self
    {
        return new self(TargetKind::File, $root . $name, $name);
    }

    public static function folder(string $name): self
    {
        return new self(TargetKind::Folder, name: "$name/");
    }

    public static function forbidden(): self
    {
        return new self(TargetKind::Forbidden);
    }

    public static function missing(): self
    {
        return new self(TargetKind::Missing);
    }
}
