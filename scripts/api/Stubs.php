<?php

declare(strict_types=1);

namespace Tern\Api;

use PhpParser\Comment\Doc;
use PhpParser\Node;
use PhpParser\Node\Stmt;
use PhpParser\PrettyPrinter\Standard;
use ReflectionClass;
use RuntimeException;
use function dirname;
use function extension_loaded;
use function strlen;

/** Files that declare what programs may use of Tern, without code: for editors and PHPStan. The extension must be loaded. */
final class Stubs
{
    private const HEAD = "<?php\n\n// Made from Tern's sources by scripts/ide-stubs. Not to be run.\n\n";
    /** Tags for the generator of the extension's headers. */
    private const OTHERS = '/^\s*\*\s*@(not-serializable|implementation-alias|alias|cvalue|generate\S*|tentative-return-type|strict-properties|prefer-ref).*\n/m';

    private readonly Standard $printer;

    public function __construct(private readonly Declarations $declarations, private readonly string $folder)
    {
        if (!extension_loaded('tern')) {
            throw new RuntimeException('the extension tern must be loaded: it has the constants');
        }
        $this->printer = new Standard(['shortArraySyntax' => true]);
    }

    public function write(): void
    {
        foreach ($this->declarations->classes as $name => $node) {
            $place = strrpos($name, '\\');
            $this->save(strtr($name, '\\', '/') . '.php', 'namespace ' . substr($name, 0, (int) $place) . ";\n\n"
                . $this->imports($name) . $this->ofClass($node));
        }
        $this->save('functions.php', $this->functions());
        $this->save('constants.php', self::constants());
        $this->save('aliases.php', $this->aliases());
    }

    private function save(string $file, string $text): void
    {
        $path = "$this->folder/$file";
        is_dir(dirname($path)) || mkdir(dirname($path), 0777, true);
        file_put_contents($path, self::HEAD . rtrim($text) . "\n") ?: throw new RuntimeException("$path cannot be written");
    }

    private function imports(string $class): string
    {
        $lines = explode("\n", $this->printer->prettyPrint($this->declarations->imports[$class]));
        $lines = array_filter($lines, static fn(string $line): bool => $line !== '' && !str_contains($line, 'Tern\Internal'));
        return $lines === [] ? '' : implode("\n", $lines) . "\n\n";
    }

    private function ofClass(Stmt\ClassLike $node): string
    {
        $bare = clone $node;
        $parts = array_filter(Reference::firstOfEachName($this->declarations->parts($node)), self::isVisible(...));
        $bare->stmts = array_map($this->withoutCode(...), array_values($parts));
        if ($bare instanceof Stmt\Class_ && $bare->extends !== null && !Declarations::isPublic((string) $bare->extends)) {
            $bare->extends = null;
        }
        return $this->printer->prettyPrint([$this->withoutCode($bare)]);
    }

    private static function isVisible(Stmt $part): bool
    {
        return !($part instanceof Stmt\ClassMethod || $part instanceof Stmt\Property || $part instanceof Stmt\ClassConst) || !$part->isPrivate();
    }

    private function withoutCode(Stmt $node): Stmt
    {
        $bare = clone $node;
        $comment = $node->getDocComment();
        $bare->setAttribute('comments', $comment === null ? [] : [new Doc((string) preg_replace(self::OTHERS, '', $comment->getText()))]);
        if (($bare instanceof Stmt\ClassMethod || $bare instanceof Stmt\Function_) && $bare->stmts !== null) {
            $bare->stmts = [];
            $bare->params = array_map(static function (Node\Param $parameter): Node\Param {
                $plain = clone $parameter;
                $plain->setAttribute('comments', []);
                return $plain;
            }, $bare->params);
        }
        return $bare;
    }

    private function functions(): string
    {
        $namespaces = [];
        foreach ($this->declarations->functions as $name => $node) {
            $place = (int) strrpos($name, '\\');
            $namespaces[substr($name, 0, $place)][] = $this->printer->prettyPrint([$this->withoutCode($node)]);
        }
        $text = '';
        foreach ($namespaces as $name => $functions) {
            $text .= 'namespace' . ($name === '' ? '' : " $name") . " {\n" . implode("\n\n", $functions) . "\n}\n\n";
        }
        return $text;
    }

    private static function constants(): string
    {
        $lines = [];
        $all = get_defined_constants(true);
        foreach (($all['tern'] ?? []) + ($all['swoole'] ?? []) as $name => $value) {
            $lines[] = "define('$name', " . var_export($value, true) . ");\n";
        }
        return implode($lines);
    }

    /** Short and older names of classes, as Co and swoole_server. */
    private function aliases(): string
    {
        $lines = [];
        foreach (get_declared_classes() as $name) {
            $class = (new ReflectionClass($name))->getName();
            if (strcasecmp($class, $name) !== 0 && isset($this->declarations->classes[$class])) {
                $lines[] = "class_alias('$class', '" . self::usual($name, $class) . "');\n";
            }
        }
        return implode($lines);
    }

    /** PHP knows aliases in lower case: co\channel is written Co\Channel. */
    private static function usual(string $name, string $class): string
    {
        return match (true) {
            $name === 'chan' => 'Chan',
            str_starts_with("$name\\", 'co\\') => 'Co' . substr($class, strlen('Swoole\Coroutine')),
            default => $name,
        };
    }
}
