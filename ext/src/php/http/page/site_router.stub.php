<?php

/** @generate-class-entries */

namespace Tern\Internal\Site;

/**
 * What the path of a URL leads to, and where it is.
 *
 * @not-serializable
 * @strict-properties
 */
final class Target
{
    /** @var int */
    public const SCRIPT = 0;
    /** @var int */
    public const FILE = 1;
    /**
     * A folder, requested without the slash at the end.
     *
     * @var int
     */
    public const FOLDER = 2;
    /** @var int */
    public const FORBIDDEN = 3;
    /** @var int */
    public const MISSING = 4;
    /**
     * The process has no descriptor or memory left.
     *
     * @var int
     */
    public const UNAVAILABLE = 5;

    public readonly int $kind;
    /** Of a script or a file: its path in the file system, symbolic links not resolved. */
    public readonly string $file;
    /** Of a script or a file: its path below the root, with a slash in front. Of a folder: the path that has the slash. */
    public readonly string $name;
    /** Of a script: what follows its name in the URL, /a/b of /index.php/a/b. */
    public readonly string $pathInfo;

    public function __construct(int $kind, string $root = '', string $name = '') {}
}

/**
 * Finds what the path of a URL leads to: a file, a folder's index, a script with a PATH_INFO, or else the root's index.php. It shares
 * what it knows of files with the port that sends them. Symbolic links are followed, as nginx does, unless they must stay below the root.
 *
 * @not-serializable
 * @strict-properties
 */
final class Router
{
    /**
     * @param string $root an absolute path, symbolic links resolved
     * @phpstan-param list<string> $hidden
     * @param array $hidden patterns of NeverSent
     * @param bool $followsLinks also out of the root
     * @param int $validS seconds for which what was found is not looked up again
     * @param bool $hasFront the root's index.php answers what does not exist
     */
    public function __construct(string $root, array $hidden, bool $followsLinks = true, int $validS = 1, bool $hasFront = true) {}

    /** @param string $path as UrlPath::of() returns it */
    public function find(string $path): Target {}
}
