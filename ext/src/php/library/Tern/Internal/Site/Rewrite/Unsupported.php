<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use UnexpectedValueException;

/** The message says why a directive has no effect. The parser makes a Warning of it. */
final class Unsupported extends UnexpectedValueException
{
}
