<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

/** What a folder is that `tern serve` is given. */
enum Kind: string
{
    /** Its index.php returns an application, which answers all that is no file. */
    case Application = 'application';
    /** Each PHP file that is requested runs as a script, and ends with its request. */
    case Classic = 'classic';
    /** There is no PHP in it. */
    case Files = 'files';

    /** Without running any code of the folder. */
    public static function of(string $folder): self
    {
        $index = "$folder/" . Options::FRONT;
        if (is_file($index)) {
            return FrontFile::returnsApplication($index) ? self::Application : self::Classic;
        }
        return ScriptSearch::finds($folder) ? self::Classic : self::Files;
    }
}
