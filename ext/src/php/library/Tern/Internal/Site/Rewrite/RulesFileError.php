<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use RuntimeException;

/** A file of Tern's own rules has a mistake. The message names the file, the line and what is allowed. */
final class RulesFileError extends RuntimeException
{
}
