<?php

declare(strict_types=1);

namespace Tern\Internal\Fpm;

use function is_int;
use function sprintf;

/** The status of a pool in the formats of php-fpm, byte for byte: programs read them. */
final class StatusText
{
    private const HTML_HEAD = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">' . "\n"
        . '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">' . "\n"
        . "<head><title>PHP-FPM Status Page</title></head>\n<body>\n<table>\n";
    private const LINE = "\n************************\n";
    private const COLUMN = 22;
    /** The name of a field in plain text. */
    private const PLAIN_URI = 'request URI';
    /** Fields of a child that are strings in JSON. */
    private const TEXTS = ['state' => true, 'request method' => true, 'request uri' => true, 'user' => true, 'script' => true];

    /** @param bool $isFull each child, too */
    public function __construct(private readonly PoolStatus $pool, private readonly LocalTime $time, private readonly bool $isFull)
    {
    }

    public function plain(): string
    {
        $text = self::lines($this->fields($this->time->log($this->pool->startedAt)));
        foreach ($this->isFull ? $this->pool->children : [] as $child) {
            $fields = $this->childFields($child, $this->time->log($child->startedAt), Activity::visible(...));
            $text .= self::LINE . self::lines($fields);
        }
        return $text;
    }

    public function html(): string
    {
        $text = self::HTML_HEAD;
        foreach ($this->fields($this->time->log($this->pool->startedAt)) as $name => $value) {
            $text .= "<tr><th>$name</th><td>$value</td></tr>\n";
        }
        $text .= "</table>\n";
        if (!$this->isFull) {
            return "$text</body></html>";
        }
        $rows = '';
        $names = [];
        foreach ($this->pool->children as $child) {
            $fields = $this->childFields($child, $this->time->log($child->startedAt), self::escape(...));
            $names = array_keys($fields);
            $rows .= '<tr><td>' . implode('</td><td>', $fields) . "</td></tr>\n";
        }
        $names = $names === [] ? $this->namesOfChildren() : $names;
        return "$text<table border=\"1\">\n<tr><th>" . implode('</th><th>', $names) . "</th></tr>\n$rows</table></body></html>";
    }

    public function xml(): string
    {
        $text = "<?xml version=\"1.0\" ?>\n<status>\n";
        foreach ($this->fields($this->pool->startedAt) as $name => $value) {
            $text .= self::element($name, (string) $value) . "\n";
        }
        if (!$this->isFull) {
            return "$text</status>";
        }
        $text .= "<processes>\n";
        foreach ($this->pool->children as $child) {
            $text .= '<process>';
            foreach ($this->childFields($child, $child->startedAt, self::escape(...)) as $name => $value) {
                $text .= self::element($name, $value);
            }
            $text .= "</process>\n";
        }
        return "$text</processes>\n</status>";
    }

    public function json(): string
    {
        $members = [];
        foreach ($this->fields($this->pool->startedAt) as $name => $value) {
            $members[] = "\"$name\":" . (is_int($value) ? $value : "\"$value\"");
        }
        $text = '{' . implode(',', $members);
        if (!$this->isFull) {
            return "$text}";
        }
        $children = [];
        foreach ($this->pool->children as $child) {
            $children[] = $this->jsonOf($child);
        }
        return "$text, \"processes\":[" . implode(',', $children) . ']}';
    }

    public function openMetrics(): string
    {
        return (new StatusMetrics($this->pool))->text($this->isFull);
    }

    /** @return array<string, int|string> */
    private function fields(int|string $start): array
    {
        $fields = [];
        foreach ($this->pool->fields() as $name => $value) {
            $fields[strtr($name, '-', ' ')] = $name === 'start-time' ? $start : $value;
        }
        return $fields;
    }

    /**
     * @param callable(string): string $escape
     * @param (callable(string): string)|null $escapeQuery null: as $escape
     * @return array<string, string>
     */
    private function childFields(Child $child, int|string $start, callable $escape, ?callable $escapeQuery = null): array
    {
        $query = $child->query === '' ? '' : '?' . ($escapeQuery ?? $escape)($child->query);
        return [
            'pid' => (string) $child->pid,
            'state' => $child->stage->label(),
            'start time' => (string) $start,
            'start since' => (string) ($this->pool->now - $child->startedAt),
            'requests' => (string) $child->requests,
            'request duration' => (string) $child->durationUs,
            'request method' => self::orDash($escape($child->method)),
            'request uri' => self::orDash($escape($child->uri)) . $query,
            'content length' => (string) $child->length,
            'user' => self::orDash($escape($child->user)),
            'script' => self::orDash($escape($child->script)),
            'last request cpu' => sprintf('%.2f', $child->cpu),
            'last request memory' => (string) $child->memory,
        ];
    }

    /** @return list<string> */
    private function namesOfChildren(): array
    {
        $nothing = new Child(0, 0, Stage::Idle, 0, 0, 0, '', '', '', 0, '', '', 0.0, 0);
        return array_keys($this->childFields($nothing, '', self::escape(...)));
    }

    private function jsonOf(Child $child): string
    {
        $text = fn(string $value) => self::jsonText($value, JSON_UNESCAPED_SLASHES);
        $query = fn(string $value) => self::jsonText($value, 0);
        $members = [];
        foreach ($this->childFields($child, $child->startedAt, $text, $query) as $name => $value) {
            $members[] = "\"$name\":" . (isset(self::TEXTS[$name]) ? "\"$value\"" : $value);
        }
        return '{' . implode(',', $members) . '}';
    }

    /** Without its quotes. */
    private static function jsonText(string $text, int $options): string
    {
        return substr((string) json_encode($text, JSON_INVALID_UTF8_IGNORE | $options), 1, -1);
    }

    /** @param array<string, int|string> $fields */
    private static function lines(array $fields): string
    {
        $text = '';
        foreach ($fields as $name => $value) {
            $text .= str_pad(($name === 'request uri' ? self::PLAIN_URI : $name) . ':', self::COLUMN) . "$value\n";
        }
        return $text;
    }

    private static function element(string $name, string $value): string
    {
        $name = strtr($name, ' ', '-');
        return "<$name>$value</$name>";
    }

    private static function escape(string $text): string
    {
        return htmlspecialchars(Activity::visible($text), ENT_NOQUOTES | ENT_SUBSTITUTE);
    }

    private static function orDash(string $text): string
    {
        return $text === '' ? '-' : $text;
    }
}
