<?php
// The classes that ext/library.awk makes of files that are not PHP.

namespace Tern\Internal\Admin {
    final class Charts
    {
        public const TEXT = 'text';
    }

    final class Script
    {
        public const TEXT = 'text';
    }

    final class Skeleton
    {
        public const TEXT = 'text';
    }

    final class Style
    {
        public const TEXT = 'text';
    }
}
