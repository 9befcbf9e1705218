<?php

declare(strict_types=1);

namespace Tern\Launcher;

/** Pages of the documentation about one error. Messages that have one end in its URL. */
final class ErrorPage
{
    /** @param string $name of a file in docs/errors, without ".md" */
    public static function see(string $name): string
    {
        return "\nSee " . SITE . "/errors/$name";
    }
}
