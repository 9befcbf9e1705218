<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

/** How long what a folder has loaded stays in memory. */
enum Kind: string
{
    case Application = 'application';  // index.php makes an application, which answers many requests
    case Scripts = 'scripts';          // each request begins with nothing

    /** By the index.php in a folder, or in its folder public. */
    public static function of(string $folder): self
    {
        foreach (["$folder/index.php", "$folder/public/index.php"] as $file) {
            if (is_file($file) && is_readable($file)) {
                return self::makesApplication($file) ? self::Application : self::Scripts;
            }
        }
        return self::Scripts;
    }

    public function describe(): string
    {
        return match ($this) {
            self::Application => 'index.php makes an application that answers many requests',
            self::Scripts => 'scripts that print their pages',
        };
    }

    /** As docs/launcher.md says: it returns one, or is the index.php of Symfony or of Laravel. */
    private static function makesApplication(string $file): bool
    {
        $text = (string) file_get_contents($file, length: Tree::MOST_BYTES);
        if (str_contains($text, 'autoload_runtime.php') || str_contains($text, 'bootstrap/app.php')) {
            return true;
        }
        $tokens = Tokens::of($text);
        $blocks = new Blocks();
        for ($i = 0; $i < $tokens->count; ++$i) {
            $blocks->pass($tokens, $i);
            if ($tokens->id($i) === T_RETURN && !$blocks->isInFunction() && $tokens->text($i + 1) !== ';' && $tokens->id($i + 1) !== T_CLOSE_TAG) {
                return true;
            }
        }
        return false;
    }
}
