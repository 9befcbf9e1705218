<?php

declare(strict_types=1);

namespace Tern\Internal\Client\SwooleHttp;

use Stringable;
use Tern\Internal\Client\Http\Grammar;
use Tern\Internal\Client\Http\Lines;
use TypeError;
use ValueError;
use function strlen;
use function is_array;
use function is_scalar;

/** Writes the heads of requests. What stays the same from one request to the next is made once. */
final class Head
{
    /** The published offer; zstd is decoded as well. */
    private const CODINGS = 'gzip, deflate, br';
    /** Methods whose requests tell that they have no body. */
    private const WITH_BODY = ['POST' => true, 'PUT' => true, 'PATCH' => true];
    /** Lines that a handshake of WebSocket has itself. */
    private const OF_UPGRADES = '/^(?:connection|upgrade|sec-websocket-(?:key|version|extensions)):.*\r\n/mi';
    /** Fields that the client writes itself: they tell where a request ends. */
    private const OWN = ['content-length' => true, 'transfer-encoding' => true];

    /** The program's Content-Type; '': none. */
    public string $type = '';
    /** Whether the program asks the server to close the connection. */
    public bool $closes = false;
    /** What the program offers to speak over a WebSocket, comma separated. */
    public string $subprotocols = '';
    /** Whether the program has a field that offers the compression of a WebSocket: the same as `websocket_compression`. */
    public bool $offersDeflate = false;

    private string $lines = '';
    /** @var array<string, true> names of fields in lower case that the program has set */
    private array $has = [];
    /** @var array<mixed>|false|null what the lines were made of; false: they were not made */
    public array|false|null $headers = null;
    private string $givenCookie = '';
    /** @var array<mixed>|false|null what the line was made of; false: it was not made */
    public array|false|null $cookies = false;
    private string $cookieLine = '';
    /** What fields() returns for a request that neither downloads nor upgrades. */
    private ?string $usual = null;
    private ?Options $options = null;

    /** @param string $authority of the field Host */
    public function __construct(private readonly string $authority)
    {
    }

    /**
     * @param array<mixed>|null $headers value or list of values by name; null as a value: the field is not sent
     * @param string $where the function that was given them, for errors
     */
    public function setHeaders(?array $headers, string $where): void
    {
        [$this->lines, $this->has, $this->type, $this->givenCookie, $this->closes, $this->subprotocols] = ['', [], '', '', false, ''];
        $this->headers = $this->cookies = $this->offersDeflate = false;
        $this->usual = null;
        foreach ($headers ?? [] as $name => $value) {
            foreach (is_array($value) ? $value : [$value] as $one) {
                if ($one !== null) {
                    $this->add((string) $name, $one, $where);
                }
            }
        }
        $this->headers = $headers;
    }

    /**
     * @param array<mixed>|null $cookies
     * @param string $where the function that was given them, for errors
     */
    public function setCookies(?array $cookies, string $where): void
    {
        $pairs = Cookies::pairs($cookies ?? [], $where);
        $all = $this->givenCookie === '' || $pairs === '' ? $this->givenCookie . $pairs : "$this->givenCookie; $pairs";
        $this->cookieLine = $all === '' ? '' : Lines::field('Cookie', $all);
        $this->cookies = $cookies;
        $this->usual = null;
    }

    /** @param string $extra further lines */
    public function text(Request $request, string $target, string $extra, Options $options): string
    {
        if ($options !== $this->options) {
            $this->options = $options;
            $this->usual = null;
        }
        $is_usual = $request->file === null && !$request->upgrades;
        $fields = $is_usual ? $this->usual ??= $this->fields($request) : $this->fields($request);
        $type = $request->form !== null || $this->type === '' ? $request->type : $this->type;
        if ($type !== '') {
            $fields .= Lines::field('Content-Type', $type);
        }
        $length = $request->form === null ? strlen($request->body) : $request->form->length;
        if ($length > 0 || isset(self::WITH_BODY[$request->method])) {
            $fields .= Lines::field('Content-Length', (string) $length);
        }
        return Lines::request($request->method, $target) . "$fields$extra\r\n";
    }

    /** The lines that do not depend on the body. */
    private function fields(Request $request): string
    {
        $lines = $request->upgrades ? (string) preg_replace(self::OF_UPGRADES, '', $this->lines) : $this->lines;
        if (!isset($this->has['host'])) {
            $lines = Lines::field('Host', $this->authority) . $lines;
        }
        if (!isset($this->has['connection']) && !$request->upgrades) {
            $lines .= $this->options?->keepsAlive === true ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
        }
        $wants_bytes = $request->file !== null || $request->upgrades;
        if ($this->options?->offersCodings === true && !$wants_bytes && !isset($this->has['accept-encoding'])) {
            $lines .= Lines::field('Accept-Encoding', self::CODINGS);
        }
        return $lines . $this->cookieLine;
    }

    private function add(string $name, mixed $value, string $where): void
    {
        if (!is_scalar($value) && !$value instanceof Stringable) {
            throw new TypeError("$where: Argument #1 (\$headers) field \"$name\" must be of type string, " . get_debug_type($value) . ' given');
        }
        $value = (string) $value;
        if (!Grammar::isToken($name)) {
            throw new ValueError("$where: Argument #1 (\$headers) must have names of letters, digits and !#\$%&'*+-.^_`|~, "
                . json_encode($name, JSON_INVALID_UTF8_SUBSTITUTE) . ' given');
        }
        $this->put(strtolower($name), $value, Lines::field($name, $value, "$where: Argument #1 (\$headers)"));
    }

    private function put(string $lower, string $value, string $line): void
    {
        if (isset(self::OWN[$lower])) {
            return;
        }
        if ($lower === 'content-type') {
            $this->type = $value;
            return;
        }
        if ($lower === 'cookie') {
            $this->givenCookie .= ($this->givenCookie === '' ? '' : '; ') . $value;
            return;
        }
        if ($lower === 'connection') {
            $this->closes = $this->closes || preg_match('/(^|,)\s*close\s*(,|$)/i', $value) === 1;
        }
        if ($lower === 'sec-websocket-protocol') {
            $this->subprotocols .= ($this->subprotocols === '' ? '' : ',') . $value;
        }
        if ($lower === 'sec-websocket-extensions') {
            $this->offersDeflate = $this->offersDeflate || stripos($value, 'permessage-deflate') !== false;
        }
        $this->has[$lower] = true;
        $this->lines .= $line;
    }
}
