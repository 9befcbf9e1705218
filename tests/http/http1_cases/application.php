<?php
// What Http11Probe asks of a server's application: "OK" or the body of a POST for every path but two. It has four methods
// and says so. [status, fields, text]

const METHODS = 'GET, HEAD, POST, OPTIONS';

function lines(array $values, string $between): string
{
    return implode('', array_map(fn($name, $value) => $name . $between . $value . "\n", array_keys($values), $values));
}

function answer(string $method, string $path, array $headers, array $cookies, string $body): array
{
    if ($method === 'OPTIONS') {
        return [204, ['Allow' => METHODS], ''];
    }
    if (!in_array($method, explode(', ', METHODS), true)) {
        return [405, ['Allow' => METHODS, 'Content-Type' => 'text/plain'], "$method is not a method of this application\n"];
    }
    $text = match ($path) {
        '/echo' => lines($headers, ': '),
        '/cookie' => lines($cookies, '='),
        default => $method === 'POST' ? $body : 'OK',
    };
    return [200, ['Content-Type' => 'text/plain'], $text];
}
