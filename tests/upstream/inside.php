<?php
// Prepended to each test of PHP's own: runs the test's code in a coroutine instead of as the main script. It is given to
// eval(), because the code of a file that is being included never suspends. Lines keep their numbers.

/** The code of a test, which sees no variable but its own. */
final class Upstream
{
    public static string $code;
    /** @var array<string, true> the variables of the main code and of what it includes */
    private static array $names = [];
    private static bool $shared = false;

    public static function load(string $file): void
    {
        $text = self::scan($file);
        // Variables of the main code are global ones where a function asks for them.
        $names = array_diff(array_keys(self::$names), ['$this', '$GLOBALS', '$_GET', '$_POST', '$_COOKIE', '$_SERVER',
            '$_ENV', '$_REQUEST', '$_FILES']);
        $head = self::$shared && $names !== [] ? 'global ' . implode(', ', $names) . ';' : '';
        self::$code = preg_match('/^<\?php\s/', $text) ? $head . substr($text, 5) : "$head?>$text";
    }

    /** The code of a file as it reads where the file is. */
    private static function scan(string $file): string
    {
        $text = '';
        $includes = false;
        foreach (token_get_all(file_get_contents($file)) as $token) {
            [$kind, $piece] = is_array($token) ? $token : [null, $token];
            $beside = $kind === T_CONSTANT_ENCAPSED_STRING ? dirname($file) . '/' . ltrim(trim($piece, '\'"'), '/') : '';
            $included = $includes && $beside !== '' && is_file($beside);
            $text .= match (true) {
                $kind === T_FILE => var_export($file, true),
                $kind === T_DIR => var_export(dirname($file), true),
                $included && $piece[1] !== '/' => var_export($beside, true),  // PHP looks beside the file that includes
                default => $piece,
            };
            if ($included) self::scan($beside);
            if ($kind === T_VARIABLE) self::$names[$piece] = true;
            if ($kind === T_GLOBAL || $piece === '$GLOBALS') self::$shared = true;
            if (in_array($kind, [T_INCLUDE, T_INCLUDE_ONCE, T_REQUIRE, T_REQUIRE_ONCE], true)) $includes = true;
            if ($piece === ';') $includes = false;
        }
        return $text;
    }

    public static function main(): void
    {
        eval(self::$code);
    }
}

// The sections that prepare and clean up are none of ours.
if (!preg_match('/\.(skip|clean)\.php$/', get_included_files()[0])) {
    Upstream::load(get_included_files()[0]);
    Swoole\Coroutine\run('Upstream::main');
    exit;
}
