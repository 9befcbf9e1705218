<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use Tern\Internal\Site\UrlPath;
use function array_slice;
use function chr;
use function count;
use function in_array;

/** Reads a file of Tern's own rules. They become the same Rules as an .htaccess. */
final class RulesFile
{
    /** By name: the least and the most arguments, and how it is used. */
    private const DIRECTIVES = [
        'redirect' => [3, 3, 'redirect STATUS PATH TARGET'],
        'deny' => [1, 1, 'deny PATH'],
        'rewrite' => [2, 2, 'rewrite PATH TARGET'],
        'try' => [2, 10, 'try CANDIDATE... LAST'],
        'header' => [2, 3, 'header PATH NAME [VALUE]'],
        'error' => [2, 2, 'error STATUS PATH'],
        'index' => [1, 10, 'index NAME...'],
    ];
    private const REDIRECTS = [301, 302, 303, 307, 308];
    /** What $1 must not bring into a URL as it is: controls, and all that has a meaning there or must be escaped. */
    private const ESCAPED = ' "#%<>?[\\]^`{|}';

    private readonly Rules $rules;
    private readonly RewriteSet $set;

    private function __construct(string $root)
    {
        $this->rules = new Rules();
        $this->set = $this->rules->rewrite = new RewriteSet(rtrim($root, '/'));
        $this->set->isOn = true;
    }

    /**
     * @param string $file for messages
     * @param string $root the document root of the site
     * @throws RulesFileError
     */
    public static function parse(string $text, string $file, string $root): Rules
    {
        $parser = new self($root);
        foreach (Line::all($text, $file) as $line) {
            try {
                $parser->read($line);
            } catch (Unsupported $unsupported) {
                throw new RulesFileError("$file:$line->number: $line->name: " . $unsupported->getMessage());
            }
        }
        return $parser->rules;
    }

    private function read(Line $line): void
    {
        $directive = self::DIRECTIVES[$line->name] ?? throw new Unsupported('is unknown; ' . implode(', ', array_keys(self::DIRECTIVES)) . ' are allowed');
        $words = $line->rewriteWords();
        if (count($words) < $directive[0] || count($words) > $directive[1]) {
            throw new Unsupported("must be \"$directive[2]\", " . count($words) . ' arguments given');
        }
        match ($line->name) {
            'redirect' => $this->addRedirect(...$words),
            'deny' => $this->addRule(self::path($words[0]), null, 'F'),
            'rewrite' => $this->addRule(self::path($words[0]), self::target(self::slashed($words[1]), $words[0]), 'QSA'),
            'try' => $this->addTry($words),
            'header' => $this->rules->headers[] = self::header(...$words),
            'error' => $this->rules->errorDocuments[self::status($words[0])] = ErrorDocument::of(self::slashed($words[1])),
            default => $this->rules->index = [...($this->rules->index ?? []), ...$words],
        };
    }

    private function addRedirect(string $status, string $path, string $target): void
    {
        if (!in_array($status, array_map(static fn(int $one): string => (string) $one, self::REDIRECTS), true)) {
            throw new Unsupported('the status must be ' . implode(', ', self::REDIRECTS) . ", $status given");
        }
        if (!str_starts_with($target, '/') && !UrlPath::isAbsoluteUrl($target)) {
            throw new Unsupported("the target must be a path that starts with / or a URL, $target given");
        }
        $this->addRule(self::path($path), self::target($target, $path), "R=$status,NE,QSA");
    }

    /** @param list<string> $words */
    private function addTry(array $words): void
    {
        foreach (array_slice($words, 0, -1) as $candidate) {
            if (preg_match('~^(?:/|\$path)~', $candidate) !== 1) {
                throw new Unsupported("a candidate must start with \$path or /, $candidate given");
            }
            $isPath = $candidate === '$path' || $candidate === '$path/';
            $target = str_replace('$path', '$1', self::literal($candidate));
            $test = $isPath ? '%{REQUEST_FILENAME}' : '%{DOCUMENT_ROOT}' . $target;
            $condition = RewriteCondition::fileTest($test, str_ends_with($candidate, '/') ? '-d' : '-f');
            $this->addRule(Pattern::of('^(.*)$'), $isPath ? null : $target, 'QSA', $condition);
        }
        $last = $words[count($words) - 1];
        if (preg_match('/^=([45]\d\d)$/', $last, $found) === 1) {
            $this->addRule(Pattern::of('^'), null, "R=$found[1]");
            return;
        }
        $this->addRule(Pattern::of('^'), self::literal(self::slashed($last)), 'QSA');
    }

    private function addRule(Pattern $path, ?string $target, string $flags, ?RewriteCondition $condition = null): void
    {
        $controls = implode('', array_map(static fn(int $code): string => chr($code), [...range(1, 31), ...range(127, 255)]));
        $all = new RewriteFlags("[END,BNP,UnsafeAllow3F,$flags]", self::ESCAPED . $controls);
        $this->set->rules[] = new RewriteRule($path, $target === null ? null : new Template($target), $all, $condition === null ? [] : [$condition]);
    }

    private static function header(string $path, string $name, ?string $value = null): HeaderOperation
    {
        if (preg_match("/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/", $name) !== 1) {
            throw new Unsupported("$name is no name of a header");
        }
        return new HeaderOperation($value === null ? 'unset' : 'set', $name, str_replace('%', '%%', $value ?? ''), true, path: self::path($path));
    }

    private static function status(string $text): int
    {
        return preg_match('/^[45]\d\d$/', $text) === 1 ? (int) $text : throw new Unsupported("the status must be from 400 to 599, $text given");
    }

    /** "/path" is this path, "/path/" all that is below it, "^..." a regular expression. */
    private static function path(string $text): Pattern
    {
        return match (true) {
            str_starts_with($text, '^') => Pattern::of($text),
            !str_starts_with($text, '/') => throw new Unsupported("a path must start with / or, as a regular expression, with ^; $text given"),
            str_ends_with($text, '/') => Pattern::of('^' . preg_quote($text) . '(.*)$'),
            default => Pattern::of('^' . preg_quote($text) . '$'),
        };
    }

    /** What is below a folder goes to the same place below the other one. */
    private static function target(string $target, string $path): string
    {
        $isFolder = $path[0] === '/' && str_ends_with($path, '/') && str_ends_with($target, '/');
        return self::literal($target) . ($isFolder ? '$1' : '');
    }

    private static function slashed(string $path): string
    {
        return str_starts_with($path, '/') ? $path : throw new Unsupported("must name a path that starts with /, $path given");
    }

    /** Only $0 to $9 have a meaning here. */
    private static function literal(string $text): string
    {
        return addcslashes($text, '\\%');
    }
}
