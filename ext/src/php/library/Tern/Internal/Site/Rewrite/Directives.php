<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** Reads the directives of one subject from an .htaccess. */
interface Directives
{
    /** @return list<string> their names in lower case */
    public static function names(): array;

    /** @throws Unsupported when it has no effect, or not all that it has under Apache */
    public function read(Line $line, Rules $rules): void;
}
