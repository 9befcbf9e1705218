<?php

declare(strict_types=1);

namespace Tern\Internal\Client\FastCGI;

use Tern\Internal\Client\Http\Lines;
use function is_array;
use function is_scalar;
use function is_string;

/** A body of multipart/form-data (RFC 7578), made of fields and files as PHP has them. */
final class Multipart
{
    private readonly string $boundary;
    private string $body = '';

    public function __construct()
    {
        $this->boundary = bin2hex(random_bytes(16));
    }

    public function type(): string
    {
        return "multipart/form-data; boundary=$this->boundary";
    }

    /**
     * @param array<mixed> $fields as $_POST
     * @param array<mixed> $files as Request::$files, with fields of several files in either order
     */
    public function body(array $fields, array $files): string
    {
        foreach ($fields as $name => $value) {
            $this->addField((string) $name, $value);
        }
        foreach ($files as $name => $file) {
            $this->addFile((string) $name, is_array($file) ? $file : []);
        }
        return "$this->body--$this->boundary--\r\n";
    }

    private function addField(string $name, mixed $value): void
    {
        if (!is_array($value)) {
            $this->addPart(Lines::part($name, null, ''), is_scalar($value) ? (string) $value : '');
            return;
        }
        foreach ($value as $key => $one) {
            $this->addField("{$name}[$key]", $one);
        }
    }

    /** @param array<mixed> $file */
    private function addFile(string $name, array $file): void
    {
        $path = $file['tmp_name'] ?? null;
        if (is_string($path)) {
            $head = Lines::part($name, is_string($file['name'] ?? null) ? $file['name'] : '', is_string($file['type'] ?? null) ? $file['type'] : '');
            $this->addPart($head, $path === '' ? '' : (string) file_get_contents($path));
            return;
        }
        foreach (is_array($path) ? array_keys($path) : array_keys($file) as $key) {
            $one = is_array($path) ? array_map(fn($values) => is_array($values) ? $values[$key] ?? null : null, $file) : $file[$key];
            $this->addFile("{$name}[$key]", is_array($one) ? $one : []);
        }
    }

    private function addPart(string $head, string $content): void
    {
        $this->body .= "--$this->boundary\r\n$head$content\r\n";
    }
}
