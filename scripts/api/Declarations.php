<?php

declare(strict_types=1);

namespace Tern\Api;

use FilesystemIterator;
use PhpParser\Node;
use PhpParser\Node\Stmt;
use PhpParser\NodeTraverser;
use PhpParser\NodeVisitor\NameResolver;
use PhpParser\Parser;
use PhpParser\ParserFactory;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;
use function dirname;

// Debian's package php-parser, which scripts/arginfo uses, too.
require_once 'PhpParser/autoload.php';

/** What programs may use of Tern: the declarations in the stubs of the extension and in its library, without Tern\Internal. */
final class Declarations
{
    private const PRIVATE = 'Tern\Internal\\';

    /** @var array<string, Stmt\ClassLike> by name */
    public array $classes = [];
    /** @var array<string, Stmt\ClassLike> by name: those of Tern\Internal, of which public classes inherit */
    private array $hidden = [];
    /** @var array<string, list<Stmt>> the "use" lines of its file, by name of a class: comments have names by them */
    public array $imports = [];
    /** @var array<string, Stmt\Function_> by name */
    public array $functions = [];

    /** @param string $sources the folder ext/src/php */
    public function __construct(string $sources)
    {
        $parser = self::parser();
        foreach (self::files($sources) as $file) {
            $traverser = new NodeTraverser();
            $traverser->addVisitor(new NameResolver());
            $this->collect($traverser->traverse($parser->parse(self::text($file, dirname($sources, 2) . '/library.awk')) ?? []));
        }
        ksort($this->classes, SORT_FLAG_CASE | SORT_STRING);
        ksort($this->functions, SORT_FLAG_CASE | SORT_STRING);
        if ($this->classes === [] || $this->functions === []) {
            throw new RuntimeException("$sources declares nothing");
        }
    }

    private static function parser(): Parser
    {
        $factory = new ParserFactory();
        return method_exists($factory, 'createForNewestSupportedVersion') ? $factory->createForNewestSupportedVersion()
            : $factory->create(ParserFactory::PREFER_PHP7);
    }

    /** @return list<string> the stubs, then the library */
    private static function files(string $sources): array
    {
        $files = [];
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($sources, FilesystemIterator::SKIP_DOTS)) as $file) {
            if (str_ends_with((string) $file, '.stub.php') || str_starts_with((string) $file, "$sources/library/") && str_ends_with((string) $file, '.php')) {
                $files[] = (string) $file;
            }
        }
        sort($files);
        return $files;
    }

    /** As the build embeds it: rows of commands are methods. */
    private static function text(string $file, string $rules): string
    {
        $text = (string) file_get_contents($file);
        return str_contains($text, "\n * @method ") ? (string) shell_exec('awk -v plain=1 -f ' . escapeshellarg($rules) . ' ' . escapeshellarg($file)) : $text;
    }

    /** @param Node[] $nodes */
    private function collect(array $nodes): void
    {
        $imports = array_values(array_filter($nodes, static fn(Node $node): bool => $node instanceof Stmt\Use_ || $node instanceof Stmt\GroupUse));
        foreach ($nodes as $node) {
            if ($node instanceof Stmt\Namespace_) {
                $this->collect($node->stmts);
            } elseif ($node instanceof Stmt\ClassLike && self::isPublic((string) $node->namespacedName)) {
                $this->classes[(string) $node->namespacedName] = $node;
                $this->imports[(string) $node->namespacedName] = $imports;
            } elseif ($node instanceof Stmt\ClassLike && $node->namespacedName !== null) {
                $this->hidden[(string) $node->namespacedName] = $node;
            } elseif ($node instanceof Stmt\Function_ && self::isPublic((string) $node->namespacedName)) {
                $this->functions[(string) $node->namespacedName] = $node;
            }
        }
    }

    /**
     * What a class declares, and what it gets from parents and traits in Tern\Internal.
     *
     * @return list<Stmt>
     */
    public function parts(Stmt\ClassLike $class): array
    {
        $parts = array_values(array_filter($class->stmts, static fn(Stmt $part): bool => !$part instanceof Stmt\TraitUse));
        $sources = $class instanceof Stmt\Class_ && $class->extends !== null ? [$class->extends] : [];
        foreach ($class->getTraitUses() as $use) {
            array_push($sources, ...$use->traits);
        }
        foreach ($sources as $source) {
            $hidden = $this->hidden[(string) $source] ?? null;
            array_push($parts, ...($hidden === null ? [] : $this->parts($hidden)));
        }
        return $parts;
    }

    public static function isPublic(string $name): bool
    {
        return $name !== '' && !str_starts_with($name, self::PRIVATE);
    }
}
