<?php

declare(strict_types=1);

namespace Tern\Internal\Site;

/** What the path of a URL leads to. */
enum TargetKind
{
    case Script;
    case File;
    /** A folder, requested without the slash at the end. */
    case Folder;
    case Forbidden;
    case Missing;
}
