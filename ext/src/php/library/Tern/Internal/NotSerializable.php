<?php

declare(strict_types=1);

namespace Tern\Internal;

use Attribute;

/** Objects of a class of the library that has it cannot be serialized. The extension reads it when it loads the class. */
#[Attribute(Attribute::TARGET_CLASS)]
final class NotSerializable
{
}
