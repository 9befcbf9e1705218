<?php

declare(strict_types=1);

namespace Tern\Api;

use PhpParser\Node;
use PhpParser\Node\Stmt;
use PhpParser\PrettyPrinter\Standard;
use function strlen;

/** The declarations as data for pages: names, signatures, comments. */
final class Reference
{
    private readonly Standard $printer;

    public function __construct(private readonly Declarations $declarations)
    {
        $this->printer = new Standard(['shortArraySyntax' => true]);
    }

    /** @return array{classes: list<array<string, mixed>>, functions: list<array<string, mixed>>} */
    public function data(): array
    {
        return [
            'classes' => array_map($this->ofClass(...), array_keys($this->declarations->classes), array_values($this->declarations->classes)),
            'functions' => array_map(
                fn(string $name, Stmt\Function_ $node): array => ['name' => $name] + $this->member($node),
                array_keys($this->declarations->functions),
                array_values($this->declarations->functions),
            ),
        ];
    }

    /** @return array<string, mixed> */
    private function ofClass(string $name, Stmt\ClassLike $node): array
    {
        $constants = $properties = $methods = [];
        foreach (self::firstOfEachName($this->declarations->parts($node)) as $part) {
            if ($part instanceof Stmt\ClassConst && $part->isPublic()) {
                $constants[] = $this->member($part);
            } elseif ($part instanceof Stmt\EnumCase) {
                $constants[] = $this->member($part);
            } elseif ($part instanceof Stmt\Property && $part->isPublic()) {
                $properties[] = $this->member($part);
            } elseif ($part instanceof Stmt\ClassMethod && $part->isPublic()) {
                $methods[] = ['name' => (string) $part->name] + $this->member($part);
            }
        }
        $head = clone $node;
        $head->stmts = [];
        if ($head instanceof Stmt\Class_ && $head->extends !== null && !Declarations::isPublic((string) $head->extends)) {
            $head->extends = null;
        }
        return ['name' => $name, 'kind' => self::kind($node), 'constants' => $constants, 'properties' => $properties, 'methods' => $methods]
            + $this->member($head);
    }

    /**
     * @param list<Stmt> $parts
     * @return list<Stmt>
     */
    public static function firstOfEachName(array $parts): array
    {
        $first = [];
        foreach ($parts as $number => $part) {
            $first[$part instanceof Stmt\ClassMethod ? strtolower((string) $part->name) : $number] ??= $part;
        }
        return array_values($first);
    }

    private static function kind(Stmt\ClassLike $node): string
    {
        return match (true) {
            $node instanceof Stmt\Interface_ => 'interface',
            $node instanceof Stmt\Trait_ => 'trait',
            $node instanceof Stmt\Enum_ => 'enum',
            default => 'class',
        };
    }

    /** @return array{signature: string, text: string, tags: list<array{tag: string, text: string}>} */
    private function member(Stmt $node): array
    {
        $comment = new Comment($node->getDocComment()?->getText());
        $bare = clone $node;
        $bare->setAttribute('comments', []);
        if ($bare instanceof Stmt\ClassMethod || $bare instanceof Stmt\Function_) {
            $bare->stmts = null === $bare->stmts ? null : [];
            $bare->params = array_map(self::withoutPromotion(...), $bare->params);
        }
        $text = $this->printer->prettyPrint([$bare]);
        $text = trim((string) preg_replace('/\s*\{\s*\}$|;$/', '', $text));
        $text = (string) preg_replace('/(?<![\w\\\\])\\\\(?=[A-Za-z])/', '', $text);  // names are full anyway
        $text = str_replace(') : ', '): ', $text);
        return ['signature' => self::broken($text), 'text' => $comment->text, 'tags' => $comment->tags];
    }

    private static function withoutPromotion(Node\Param $parameter): Node\Param
    {
        $bare = clone $parameter;
        $bare->flags = 0;
        $bare->setAttribute('comments', []);
        return $bare;
    }

    /** A long signature has one parameter in each line. */
    private static function broken(string $signature): string
    {
        if (strlen($signature) <= 90 || preg_match('/^([^(]*\()(.*)(\).*)$/s', $signature, $found) !== 1) {
            return $signature;
        }
        $parameters = preg_split('/, (?=(?:[^\[\]]*\[[^\[\]]*\])*[^\[\]]*$)(?=[?\w\\\\|&. ]*\$)/', $found[2]) ?: [];
        return "$found[1]\n    " . implode(",\n    ", $parameters) . ",\n$found[3]";
    }
}
