<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

/** mod_authz_core and mod_access_compat. What is not understood grants nothing. */
final class AccessDirectives implements Directives
{
    /** @var list<RequireGroup> those that are open, the innermost last */
    private array $groups = [];

    public static function names(): array
    {
        return ['require', 'order', 'allow', 'deny', 'satisfy'];
    }

    /** RequireAll, RequireAny or RequireNone begins. */
    public function open(string $kind, Rules $rules): void
    {
        $group = new RequireGroup($kind);
        $this->group($rules)->add($group);
        $this->groups[] = $group;
    }

    public function close(): void
    {
        array_pop($this->groups);
    }

    public function read(Line $line, Rules $rules): void
    {
        match (strtolower($line->name)) {
            'require' => $this->readRequire($line, $rules),
            'order' => self::hosts($rules)->setOrder($line->rest),
            'satisfy' => $rules->satisfiesAny = self::satisfiesAny($line),
            default => self::hosts($rules)->add(strtolower($line->name) === 'allow', $line->words()),
        };
    }

    private function readRequire(Line $line, Rules $rules): void
    {
        try {
            $this->group($rules)->add(RequireRule::of($line));
        } catch (Unsupported $unsupported) {
            $group = $this->group($rules);
            $group->add(RequireRule::all($group->kind === 'none'));
            throw $unsupported;
        }
    }

    private function group(Rules $rules): RequireGroup
    {
        return end($this->groups) ?: $rules->require ??= new RequireGroup('any');
    }

    private static function hosts(Rules $rules): HostAccess
    {
        return $rules->hosts ??= new HostAccess();
    }

    private static function satisfiesAny(Line $line): bool
    {
        return match (strtolower($line->rest)) {
            'any' => true,
            'all' => false,
            default => throw new Unsupported("must be Any or All, $line->rest given"),
        };
    }
}
