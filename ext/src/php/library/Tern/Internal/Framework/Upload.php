<?php

declare(strict_types=1);

namespace Tern\Internal\Framework;

use Closure;
use function is_array;
use function is_int;
use function is_string;

/** A file that a client has sent. */
final class Upload
{
    /** @param int $error UPLOAD_ERR_* */
    private function __construct(
        public readonly string $path,
        public readonly string $name,
        public readonly string $type,
        public readonly int $size,
        public readonly int $error,
    ) {
    }

    /**
     * Makes something of each file. Files stay below the names that they have in the form, as deep as these are.
     *
     * @template T of object
     * @param array<mixed> $files of a request
     * @param Closure(self): T $make
     * @return array<T|array<mixed>>
     */
    public static function each(array $files, Closure $make): array
    {
        $made = [];
        foreach ($files as $name => $below) {
            if (is_array($below)) {
                $file = self::of($below);
                $made[$name] = $file !== null ? $make($file) : self::each($below, $make);
            }
        }
        return $made;
    }

    /** @param array<mixed> $row */
    private static function of(array $row): ?self
    {
        ['tmp_name' => $path, 'name' => $name, 'type' => $type, 'size' => $size, 'error' => $error] = $row
            + ['tmp_name' => null, 'name' => '', 'type' => '', 'size' => 0, 'error' => UPLOAD_ERR_OK];
        $isFile = is_string($path) && is_string($name) && is_string($type) && is_int($size) && is_int($error);
        return $isFile ? new self($path, $name, $type, $size, $error) : null;
    }
}
