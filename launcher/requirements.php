<?php
// What this PHP lacks for the launcher. This file and bin/tern must be valid for every PHP since 5.4: nothing else of the
// launcher is, so an old PHP would show a syntax error.

namespace Tern\Launcher;

/** The address of the documentation. composer.json has it as "homepage"; scripts/checks/site compares the places. */
const SITE = 'https://tern-php.github.io/tern';

/**
 * What to tell the user; an empty string: nothing.
 *
 * @param int $id PHP_VERSION_ID
 * @param string $version PHP_VERSION
 * @param string $binary PHP_BINARY
 * @return string
 */
function missing($id, $version, $binary)
{
    if ($id >= 80200) {
        return '';
    }
    return "tern: $binary is PHP $version, and Tern needs PHP 8.2 or newer.\n"
        . "    Install a newer one (apt install php-cli) and name it: php8.2 /usr/local/bin/tern\n"
        . '    See ' . SITE . "/errors/old-php\n";
}
