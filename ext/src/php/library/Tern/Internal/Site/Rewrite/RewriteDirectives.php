<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function dirname;
use function in_array;

/** mod_rewrite. */
final class RewriteDirectives implements Directives
{
    private const OPTIONS = ['inherit', 'inheritbefore', 'inheritdown', 'inheritdownbefore', 'ignoreinherit', 'mergebase', 'allownoslash'];

    /** @var list<RewriteCondition> those before the next rule */
    private array $conditions = [];
    /** A condition was not understood: without it the next rule would match too much. */
    private bool $hasUnknown = false;

    public static function names(): array
    {
        return ['rewriteengine', 'rewritebase', 'rewriteoptions', 'rewritecond', 'rewriterule'];
    }

    public function read(Line $line, Rules $rules): void
    {
        $set = $rules->rewrite ??= new RewriteSet(rtrim(dirname($line->file), '/') . '/');
        match (strtolower($line->name)) {
            'rewriteengine' => $set->isOn = $line->isOn(),
            'rewritebase' => $set->base = self::base($line),
            'rewriteoptions' => self::readOptions($line, $set),
            'rewritecond' => $this->readCondition($line),
            default => $this->readRule($line, $set),
        };
    }

    private function readCondition(Line $line): void
    {
        try {
            $this->conditions[] = RewriteCondition::of($line);
        } catch (Unsupported $unsupported) {
            $this->hasUnknown = true;
            throw $unsupported;
        }
    }

    private function readRule(Line $line, RewriteSet $set): void
    {
        [$conditions, $hasUnknown] = [$this->conditions, $this->hasUnknown];
        [$this->conditions, $this->hasUnknown] = [[], false];
        if ($hasUnknown) {
            throw new Unsupported('the rule has no effect, since a condition before it is not understood');
        }
        $set->rules[] = RewriteRule::of($line, $conditions);
    }

    private static function base(Line $line): string
    {
        $base = $line->wordsBetween(1, 1)[0];
        if (!str_starts_with($base, '/')) {
            throw new Unsupported("must start with a slash, $base given");
        }
        return $base;
    }

    private static function readOptions(Line $line, RewriteSet $set): void
    {
        $unknown = [];
        foreach ($line->words() as $word) {
            if (in_array(strtolower($word), self::OPTIONS, true)) {
                $set->options[strtolower($word)] = true;
            } else {
                $unknown[] = $word;
            }
        }
        if ($unknown !== []) {
            throw new Unsupported(implode(', ', $unknown) . ' is not supported; ' . implode(', ', self::OPTIONS) . ' are');
        }
    }
}
