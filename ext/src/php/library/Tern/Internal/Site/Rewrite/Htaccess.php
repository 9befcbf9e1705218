<?php

declare(strict_types=1);

namespace Tern\Internal\Site\Rewrite;

use function assert;
use function in_array;

/** Reads an .htaccess. */
final class Htaccess
{
    private const READERS = [
        RewriteDirectives::class, AccessDirectives::class, HeaderDirectives::class, AliasDirectives::class, EnvironmentDirectives::class,
        FolderDirectives::class, ContentDirectives::class,
    ];
    /** Directives whose absence does no harm, and why. */
    private const WITHOUT_EFFECT = [
        'fileetag' => 'Tern makes an ETag of size, time and inode',
        'serversignature' => 'error pages do not name the server',
        'acceptpathinfo' => 'a script may always have PATH_INFO, a file never',
        'addcharset' => 'text is sent as UTF-8', 'addlanguage' => 'contents are not negotiated', 'defaultlanguage' => 'contents are not negotiated',
        'languagepriority' => 'contents are not negotiated', 'addoutputfilterbytype' => 'see the option http_compression',
        'addoutputfilter' => 'there are no filters', 'setoutputfilter' => 'see the option http_compression', 'indexoptions' => 'folders are not listed',
        'indexignore' => 'folders are not listed', 'requestheader' => 'headers of requests are not changed',
        'limitrequestbody' => 'see the option package_max_length', 'contentdigest' => 'it is obsolete', 'checkspelling' => 'names are not corrected',
        'usecanonicalname' => 'the Host header counts', 'addhandlerbytype' => 'there are no such handlers',
        'authtype' => 'passwords are not checked', 'authname' => 'passwords are not checked', 'authuserfile' => 'passwords are not checked',
        'authgroupfile' => 'passwords are not checked', 'authbasicprovider' => 'passwords are not checked', 'suphp_configpath' => 'that program is not used',
    ];
    private const GROUPS = ['requireall' => 'all', 'requireany' => 'any', 'requirenone' => 'none'];

    private readonly Rules $rules;
    private readonly AccessDirectives $access;
    /** @var array<string, Directives> by the names of directives */
    private array $readers = [];
    /** @var list<Expression> those of the last If and its ElseIf, for what follows */
    private array $alternatives = [];
    /** @var list<Block> the innermost last */
    private array $blocks = [];

    private function __construct()
    {
        $this->rules = new Rules();
        foreach (self::READERS as $class) {
            $reader = new $class();
            $this->readers += array_fill_keys($class::names(), $reader);
        }
        $access = $this->readers['require'];
        assert($access instanceof AccessDirectives);
        $this->access = $access;
    }

    /** @param string $file its path: rules are relative to the folder it is in */
    public static function parse(string $text, string $file): Rules
    {
        $parser = new self();
        foreach (Line::all($text, $file) as $line) {
            $parser->readLine($line);
        }
        while ($parser->blocks !== []) {
            $line = $parser->blocks[array_key_last($parser->blocks)]->line;
            $parser->refuse($line, 'the section is not closed');
            $parser->close();
        }
        return $parser->rules;
    }

    private function readLine(Line $line): void
    {
        if (str_starts_with($line->name, '</')) {
            $name = strtolower(trim($line->name, '</> '));
            $open = end($this->blocks);
            $open !== false && $open->name === $name ? $this->close() : $this->refuse($line, 'closes no section');
            return;
        }
        if (str_starts_with($line->name, '<')) {
            $this->open($line->inner());
        } elseif (!$this->isSkipping()) {
            $this->readDirective($line);
        } elseif ($this->isInUnknown() && in_array(strtolower($line->name), AccessDirectives::names(), true)) {
            $this->refuse($line, 'is in a section that is not supported');
        }
    }

    private function readDirective(Line $line): void
    {
        $name = strtolower($line->name);
        $reader = $this->readers[$name] ?? null;
        if ($reader === null) {
            $this->warn($line, isset(self::WITHOUT_EFFECT[$name]) ? 'has no effect: ' . self::WITHOUT_EFFECT[$name] : 'is unknown');
            return;
        }
        try {
            $reader->read($line, $this->current());
        } catch (Unsupported $unsupported) {
            $this->warn($line, $unsupported->getMessage());
        }
    }

    private function open(Line $line): void
    {
        $name = strtolower($line->name);
        $rules = $this->current();
        if ($this->isSkipping()) {
            $this->blocks[] = new Block($name, $line, $rules, true, null, $this->isInUnknown());
            return;
        }
        if (isset(self::GROUPS[$name])) {
            $this->access->open(self::GROUPS[$name], $rules);
            $this->blocks[] = new Block($name, $line, $rules, false);
            return;
        }
        try {
            $this->blocks[] = $this->block($name, $line, $rules);
        } catch (Unsupported $unsupported) {
            $this->warn($line, $unsupported->getMessage());
            $this->alternatives = [];
            $this->blocks[] = new Block($name, $line, $rules, true, null, true);
        }
    }

    private function block(string $name, Line $line, Rules $rules): Block
    {
        return match ($name) {
            'ifmodule' => new Block($name, $line, $rules, !Modules::has($line->wordsBetween(1, 1)[0])),
            'ifversion' => new Block($name, $line, $rules, !Modules::isVersion($line->words())),
            'ifdefine' => new Block($name, $line, $rules, !str_starts_with($line->rest, '!')),
            'files', 'filesmatch', 'limit', 'limitexcept' => new Block($name, $line, new Rules(), false, $rules),
            'if', 'elseif', 'else' => new Block($name, $line, new Rules(), false, $rules, false, $this->expression($name, $line), $this->alternatives),
            default => throw new Unsupported('is not supported; what is in it is left out'),
        };
    }

    private function expression(string $name, Line $line): Expression
    {
        $own = $name === 'else' ? null : Expression::of(Line::unquoted($line->rest));
        if ($name === 'if') {
            $this->alternatives = [];
        } elseif ($this->alternatives === []) {
            throw new Unsupported('follows no If that is understood; what is in it is left out');
        }
        $expression = Expression::after($this->alternatives, $own);
        $this->alternatives[] = $expression;
        return $expression;
    }

    private function close(): void
    {
        $block = array_pop($this->blocks);
        if ($block === null || $block->isSkipped) {
            return;
        }
        isset(self::GROUPS[$block->name]) && $this->access->close();
        $this->alternatives = $block->expression === null ? $this->alternatives : $block->alternatives;
        if ($block->outer === null) {
            return;
        }
        try {
            $block->outer->sections[] = self::section($block);
        } catch (Unsupported $unsupported) {
            $block->outer->isClosed = $block->outer->isClosed || $block->rules->restricts();
            $this->warn($block->line, $unsupported->getMessage() . ($block->rules->restricts() ? ', so all requests are denied' : ''));
        }
    }

    private static function section(Block $block): Section
    {
        if ($block->expression !== null) {
            return Section::when($block->expression, $block->rules);
        }
        $words = $block->line->words();
        if ($block->name === 'limit' || $block->name === 'limitexcept') {
            return Section::methods($words, $block->name === 'limitexcept', $block->rules);
        }
        $isPattern = $block->name === 'filesmatch' || ($words[0] ?? '') === '~';
        $name = $words[($words[0] ?? '') === '~' ? 1 : 0] ?? throw new Unsupported('must name files');
        return $isPattern ? Section::filesMatching(Pattern::of($name), $block->rules) : Section::files($name, $block->rules);
    }

    private function current(): Rules
    {
        $open = end($this->blocks);
        return $open === false ? $this->rules : $open->rules;
    }

    private function isSkipping(): bool
    {
        $open = end($this->blocks);
        return $open !== false && $open->isSkipped;
    }

    /** Who may enter is not clear. */
    private function refuse(Line $line, string $reason): void
    {
        $this->rules->isClosed = true;
        $this->warn($line, "$reason, so all requests are denied");
    }

    private function isInUnknown(): bool
    {
        $open = end($this->blocks);
        return $open !== false && $open->isUnknown;
    }

    private function warn(Line $line, string $reason): void
    {
        $this->rules->warnings[] = new Warning($line->file, $line->number, $line->name, $reason);
    }
}
