<?php
// Prepended to each test of PHP's own: runs the test's code in a coroutine instead of as the main script. It is given to
// eval(), because the code of a file that is being included never suspends. Lines keep their numbers.

/** The code of a test, which sees no variable but its own. */
final class Upstream
{
    public static string $code;

    public static function load(string $file): void
    {
        $code = file_get_contents($file);
        $names = [];
        $functionsUseGlobals = false;
        $text = '';
        $includes = false;
        foreach (token_get_all($code) as $token) {
            [$kind, $piece] = is_array($token) ? $token : [null, $token];
            $beside = dirname($file) . '/' . trim($piece, '\'"');
            $text .= match (true) {
                $kind === T_FILE => var_export($file, true),
                $kind === T_DIR => var_export(dirname($file), true),
                $includes && $kind === T_CONSTANT_ENCAPSED_STRING && is_file($beside) => var_export($beside, true),
                default => $piece,
            };
            // PHP looks for a file beside the one that includes it.
            if (!in_array($kind, [T_WHITESPACE, null], true) || $piece === ';') {
                $includes = in_array($kind, [T_INCLUDE, T_INCLUDE_ONCE, T_REQUIRE, T_REQUIRE_ONCE], true);
            }
            if ($kind === T_VARIABLE) $names[$piece] = true;
            if ($kind === T_GLOBAL || $piece === '$GLOBALS') $functionsUseGlobals = true;
        }
        // Variables of the main code are global ones where a function asks for them.
        unset($names['$this'], $names['$GLOBALS']);
        foreach (['GET', 'POST', 'COOKIE', 'SERVER', 'ENV', 'REQUEST', 'FILES'] as $name) unset($names["\$_$name"]);
        $head = $functionsUseGlobals && $names !== [] ? 'global ' . implode(', ', array_keys($names)) . ';' : '';
        self::$code = preg_match('/^<\?php\s/', $text) ? $head . substr($text, 5) : "$head?>$text";
    }

    public static function main(): void
    {
        eval(self::$code);
    }
}

// The sections that prepare and clean up are none of ours.
if (!preg_match('/\.(skip|clean)\.php$/', $_SERVER['SCRIPT_FILENAME'])) {
    Upstream::load(realpath($_SERVER['SCRIPT_FILENAME']));
    Swoole\Coroutine\run('Upstream::main');
    exit;
}
