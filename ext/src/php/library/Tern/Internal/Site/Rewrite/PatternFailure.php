<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use RuntimeException;

/** A regular expression needed more than pcre.backtrack_limit or another limit of PCRE allows. The response is 500. */
final class PatternFailure extends RuntimeException
{
}
