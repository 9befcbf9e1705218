<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** mod_setenvif and mod_env. */
final class EnvironmentDirectives implements Directives
{
    public static function names(): array
    {
        return ['setenvif', 'setenvifnocase', 'browsermatch', 'browsermatchnocase', 'setenv', 'unsetenv', 'passenv'];
    }

    public function read(Line $line, Rules $rules): void
    {
        $words = $line->words();
        switch (strtolower($line->name)) {
            case 'setenv':
                $words = $line->wordsBetween(1, 2);
                $rules->environment[$words[0]] = $words[1] ?? '';
                break;
            case 'unsetenv':
                $rules->environment = array_fill_keys($words, null) + $rules->environment;
                break;
            case 'passenv':
                foreach ($words as $name) {
                    $value = getenv($name);
                    $value === false || $rules->environment[$name] = $value;
                }
                break;
            case 'browsermatch':
            case 'browsermatchnocase':
                $rules->environmentRules[] = EnvironmentRule::of(['User-Agent', ...$words], strtolower($line->name) === 'browsermatchnocase');
                break;
            default:
                $rules->environmentRules[] = EnvironmentRule::of($words, strtolower($line->name) === 'setenvifnocase');
        }
    }
}
