<?php

declare(strict_types=1);

namespace Tern;

use Attribute;

/**
 * On the function that the index.php of `tern serve FOLDER` returns, or on the class of the object: it handles any number of
 * requests at a time, since nothing of a request is kept in properties, captured or static variables, or globals. Without it an
 * application handles one request at a time. Subclasses do not inherit it.
 */
#[Attribute(Attribute::TARGET_CLASS | Attribute::TARGET_FUNCTION | Attribute::TARGET_METHOD)]
final class Reentrant
{
}
