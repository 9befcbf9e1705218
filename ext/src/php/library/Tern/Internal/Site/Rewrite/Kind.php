<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** What a name stands for in the file system. */
enum Kind
{
    case File;
    case Folder;
    case Other;
    case Nothing;
}
