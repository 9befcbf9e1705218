<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Tern\Internal\Site\UrlPath;
use function is_string;
use function strlen;

/** A text with $1, %1 and %{VARIABLE}, as the arguments of mod_rewrite are. */
final class Template
{
    private const PIECE = '/\\\\(?<escaped>.)|\$(?<rule>\d)|%(?<condition>\d)|%\{(?<variable>[^}]*)\}|\$\{(?<map>[^}]*)\}/s';

    /** @var list<string|array{string, string}> texts, and kinds with what they name */
    private readonly array $pieces;

    /** @throws Unsupported when it names a variable that nothing gives a value to */
    public function __construct(public readonly string $source)
    {
        $pieces = [];
        $at = 0;
        preg_match_all(self::PIECE, $source, $found, PREG_SET_ORDER | PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL);
        foreach ($found as $one) {
            [$text, $offset] = $one[0];
            $pieces[] = substr($source, $at, (int) $offset - $at);
            $pieces[] = self::piece($one);
            $at = (int) $offset + strlen((string) $text);
        }
        $pieces[] = substr($source, $at);
        $this->pieces = array_values(array_filter($pieces, static fn(string|array $piece): bool => $piece !== ''));
    }

    /** @param string|null $escape the characters that flag B escapes in $1 and %1; null: there is no such flag */
    public function fill(Pass $pass, ?string $escape = null, bool $hasPlus = true): string
    {
        $made = '';
        foreach ($this->pieces as $piece) {
            if (is_string($piece)) {
                $made .= $piece;
                continue;
            }
            [$kind, $name] = $piece;
            if ($kind === 'variable') {
                $made .= $pass->variable($name);
                continue;
            }
            $value = ($kind === 'rule' ? $pass->ruleGroups : $pass->conditionGroups)[(int) $name] ?? '';
            $made .= $escape === null ? $value : UrlPath::escapeValue($value, $escape, $hasPlus);
        }
        return $made;
    }

    /**
     * @param array<int|string, array{string|null, int}> $found
     * @return string|array{string, string}
     */
    private static function piece(array $found): string|array
    {
        foreach (['escaped', 'rule', 'condition', 'variable', 'map'] as $kind) {
            $value = $found[$kind][0] ?? null;
            if ($value === null) {
                continue;
            }
            if ($kind === 'map') {
                throw new Unsupported("\${{$value}} needs a RewriteMap, which only a server's configuration can have");
            }
            if ($kind === 'variable' && !Variables::has($value)) {
                throw new Unsupported("the variable %{{$value}} is unknown");
            }
            return $kind === 'escaped' ? $value : [$kind, $value];
        }
        return '';
    }
}
