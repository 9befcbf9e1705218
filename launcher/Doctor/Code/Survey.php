<?php

declare(strict_types=1);

namespace Tern\Launcher\Doctor\Code;

use Tern\Internal\Site\Kind;
use function count;

/** Reads the code of a folder, and what in it behaves differently under Tern. */
final class Survey
{
    public readonly Kind $kind;
    public readonly Tree $tree;
    /** @var list<Difference> by level, then in the order of the rules; those of packages last */
    public readonly array $differences;
    public int $files = 0;
    public int $programs = 0;  // for the command line: they begin with #!
    /** @var array<string, true> */
    public array $packages = [];

    /** @var array<string, list<Hit>> by file */
    private array $hits = [];
    /** @var array<string, true> functions and constants that the code declares: full names in small letters */
    private array $declared = [];

    /**
     * @param string $folder its real path
     * @param bool $withPackages all that is in vendor/ counts as the application's own
     * @param bool $isOfPool `tern fpm` serves it: each file is a page
     */
    public function __construct(public readonly string $folder, private readonly bool $withPackages, private readonly bool $isOfPool = false)
    {
        $this->kind = $isOfPool ? Kind::Classic : Kind::of(self::served($folder));
        $this->tree = new Tree($folder);
        $functions = new Functions($this->kind);
        foreach ($this->tree->files as $file) {
            $this->read($file, $functions);
        }
        $this->differences = $this->sorted($this->grouped());
    }

    /** What of a project is served: its folder public, if the index.php is there. */
    private static function served(string $folder): string
    {
        return !is_file("$folder/index.php") && is_file("$folder/public/index.php") ? "$folder/public" : $folder;
    }

    private function read(string $file, Functions $functions): void
    {
        $code = $this->tree->code($file);
        if ($code === null) {
            $this->programs += isset($this->tree->unread[$file]) ? 0 : 1;
            return;
        }
        ++$this->files;
        $package = Tree::package($file);
        if ($package !== null) {
            $this->packages[$package] = true;
        }
        $tokens = Tokens::of($code);
        if ($tokens->error !== '' && ($package === null || $this->withPackages)) {  // packages have files for other versions of PHP
            $this->tree->unread[$file] = "PHP " . PHP_VERSION . " does not compile it: $tokens->error";
        }
        $reader = new Reader($tokens, $functions);
        $this->declared += $reader->declared;
        if ($reader->hits !== []) {
            $this->hits[$file] = $reader->hits;
        }
    }

    /** @return array<string, Difference> */
    private function grouped(): array
    {
        $rules = Rules::for($this->kind, $this->isOfPool);
        $groups = [];
        foreach ($this->hits as $file => $hits) {
            $package = $this->withPackages ? null : Tree::package($file);
            foreach ($hits as $hit) {
                $rule = $rules[$hit->topic] ?? null;
                if ($rule === null || $this->isReplaced($hit)) {
                    continue;
                }
                $difference = Difference::of($rule, $hit->isGuarded && $rule->level !== Rule::NOTE, $package);
                if ($package === null || $difference->level === Rule::BREAKS) {
                    $key = "$difference->level/$difference->topic/$package";
                    $groups[$key] ??= $difference;
                    $groups[$key]->add(new Place($file, $hit->line, $hit->code));
                }
            }
        }
        return $groups;
    }

    /** Whether the code declares what it uses itself. */
    private function isReplaced(Hit $hit): bool
    {
        return isset($this->declared[$hit->hiddenBy ?? '']) || $hit->topic === 'missing' && isset($this->declared[$hit->name ?? '']);
    }

    /**
     * @param array<string, Difference> $groups
     * @return list<Difference>
     */
    private function sorted(array $groups): array
    {
        $topics = array_flip(array_keys(Rules::for($this->kind, $this->isOfPool)));
        $levels = array_flip(Rule::LEVELS);
        $order = static fn(Difference $one): array => [$one->package !== null, $levels[$one->level] ?? 0, $topics[$one->topic] ?? 0, $one->package];
        usort($groups, static fn(Difference $a, Difference $b): int => $order($a) <=> $order($b));
        return $groups;
    }

    /** @return int places of a level, in the application itself */
    public function count(string $level): int
    {
        $count = 0;
        foreach ($this->differences as $one) {
            $count += $one->package === null && $one->level === $level ? count($one->places) : 0;
        }
        return $count;
    }
}
