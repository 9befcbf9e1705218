<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use JsonException;
use Tern\Internal\Client\Http\Grammar;
use ValueError;
use function array_intersect_key;
use function count;
use function hrtime;
use function is_array;
use function is_string;
use function strlen;

/** Makes requests of what the program gives to Tern\Http\Client::request(). */
final class RequestBuilder
{
    /** Options that are not about how a request is sent, but what it is. */
    public const NAMES = ['auth' => true, 'headers' => true, 'query' => true];
    /** Further ones, which only a request has. */
    private const BODIES = ['body' => true, 'form' => true, 'json' => true];
    private const KNOWN = self::NAMES + self::BODIES + RequestOptions::NAMES;

    private const WHERE = 'Tern\Http\Client::request(): Argument';
    private const OPTIONS = self::WHERE . ' #3 ($options)';
    private const METHODS = ['GET' => true, 'HEAD' => true, 'POST' => true, 'PUT' => true, 'PATCH' => true, 'DELETE' => true];
    private const LONGEST_METHOD = 64;
    private const MOST_URLS = 256;

    /** @var array<string, Url> that were given lately */
    private array $urls = [];
    private readonly RequestOptions $defaults;
    private readonly Fields $fields;
    /** Encoded. */
    private readonly string $query;
    private readonly Body $nothing;

    /** @param OptionReader $defaults of the client */
    public function __construct(private readonly ?Url $base, OptionReader $defaults)
    {
        $this->defaults = RequestOptions::read($defaults, null);
        $this->fields = self::fields($defaults, Fields::of(['User-Agent' => 'Tern/' . TERN_VERSION, 'Accept' => '*/*'], ''));
        $this->query = self::query($defaults);
        $this->nothing = Body::ofText('');
    }

    /** @param array<mixed> $options */
    public function build(string $method, string $url, array $options): Request
    {
        if (!isset(self::METHODS[$method]) && (!Grammar::isToken($method) || strlen($method) > self::LONGEST_METHOD || $method === 'CONNECT')) {
            throw new ValueError(self::WHERE . ' #1 ($method) must be a method such as "GET", and not "CONNECT", '
                . json_encode($method, JSON_INVALID_UTF8_SUBSTITUTE) . ' given');
        }
        $target = $this->urls[$url] ?? $this->url($url);
        [$all, $fields, $query, $body] = [$this->defaults, $this->fields, $this->query, $this->nothing];
        if ($options !== []) {
            $given = new OptionReader($options, self::KNOWN, self::OPTIONS);
            $all = array_intersect_key($options, RequestOptions::NAMES) === [] ? $all : RequestOptions::read($given, $all);
            $fields = self::fields($given, $fields);
            if (array_intersect_key($options, self::BODIES) !== [] || $fields->has('content-length')) {
                [$body, $fields] = $this->body($given, $fields);
            }
            if (isset($options['query'])) {
                $query .= ($query === '' ? '' : '&') . self::query($given);
            }
        }
        if ($target->user !== '' && !$fields->has('authorization')) {
            $fields = $fields->with('Authorization', 'Basic ' . base64_encode(rawurldecode($target->user)));
        }
        $watch = new Stopwatch();
        $watch->began = hrtime(true);
        return new Request($method, $query === '' ? $target : $target->withQuery($query), $fields, $body, $all, $watch);
    }

    private static function fields(OptionReader $given, Fields $usual): Fields
    {
        $headers = $given->map('headers');
        $fields = $headers === null ? $usual : $usual->merge($headers, $given->where);
        return $given->has('auth') ? $fields->with('Authorization', self::credentials($given)) : $fields;
    }

    private static function query(OptionReader $given): string
    {
        $query = $given->get('query');
        if ($query === null || is_string($query)) {
            return ltrim($query ?? '', '?');
        }
        return is_array($query) ? http_build_query($query, '', '&', PHP_QUERY_RFC3986) : throw $given->wrongType('query', 'array|string');
    }

    private static function credentials(OptionReader $given): string
    {
        $auth = $given->get('auth');
        if (is_string($auth) && preg_match('~^[A-Za-z0-9\-._+/\~]+=*$~D', $auth) === 1) {
            return "Bearer $auth";
        }
        if (!is_array($auth) || !is_string($auth[0] ?? null) || !is_string($auth[1] ?? null) || count($auth) !== 2) {
            throw $given->wrong('auth', 'must be a token of letters, digits and -._~+/, or an array of user and password');
        }
        if (str_contains($auth[0], ':') || preg_match('/[\x00-\x1F\x7F]/', $auth[0] . $auth[1]) === 1) {
            throw $given->wrong('auth', 'must have no control characters, and no ":" in the user');
        }
        return Grammar::basic($auth[0], $auth[1]);
    }

    private function url(string $text): Url
    {
        $url = ($this->base?->resolve($text) ?? Url::parse($text)) ?? throw new ValueError(self::WHERE . ' #2 ($url) must be an http or https URL'
            . ($this->base === null ? ', or the client needs the option "base_url", ' : ' or relative to base_url, ')
            . json_encode($text, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES) . ' given');
        if (count($this->urls) >= self::MOST_URLS) {
            $this->urls = [];
        }
        return $this->urls[$text] = $url;
    }

    /** @return array{Body, Fields} */
    private function body(OptionReader $given, Fields $fields): array
    {
        $name = '';
        foreach (self::BODIES as $one => $_) {
            if ($given->has($one)) {
                $name = $name === '' ? $one : throw $given->wrong($name, "cannot be given together with \"$one\"");
            }
        }
        [$body, $type] = match ($name) {
            'json' => [Body::ofText(self::json($given)), 'application/json'],
            'form' => [Body::ofText(http_build_query($given->map('form') ?? [], '', '&')), 'application/x-www-form-urlencoded'],
            'body' => [self::given($given, $fields), 'application/octet-stream'],
            default => [$this->nothing, ''],
        };
        if ($type !== '' && !$fields->has('content-type')) {
            $fields = $fields->with('Content-Type', $type);
        }
        return [$body, $fields->has('content-length') ? $fields->without('content-length') : $fields];
    }

    private static function given(OptionReader $given, Fields $fields): Body
    {
        $body = $given->get('body');
        $length = $fields->get('content-length');
        if ($length !== '' && preg_match('/^\d{1,18}$/D', $length) !== 1) {
            throw $given->wrong('headers', 'field "Content-Length" must be a number of bytes');
        }
        if (!is_string($body)) {
            return Body::ofPieces($body, $length === '' ? null : (int) $length) ?? throw $given->wrongType('body', 'string|iterable|callable|resource');
        }
        if ($length !== '' && (int) $length !== strlen($body)) {
            throw $given->wrong('headers', 'field "Content-Length" must be ' . strlen($body) . ", as the body is that long, $length given");
        }
        return Body::ofText($body);
    }

    private static function json(OptionReader $given): string
    {
        try {
            return json_encode($given->get('json'), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION);
        } catch (JsonException $error) {
            throw $given->wrong('json', 'must be what json_encode() takes: ' . $error->getMessage());
        }
    }
}
