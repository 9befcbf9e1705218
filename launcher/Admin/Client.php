<?php

declare(strict_types=1);

namespace Tern\Launcher\Admin;

use Tern\Launcher\Arguments;
use Tern\Launcher\Text;
use Tern\Launcher\UsageError;
use function count;
use function dirname;
use function is_array;
use function is_string;
use function strlen;

/** Asks a running server by its admin address. */
final class Client
{
    public const OPTIONS = [
        '--admin' => ['ADDRESS', 'unix:/path or host:port; default: the one server of this user'],
        '--token' => ['TEXT', 'its admin_token; better in the variable TERN_ADMIN_TOKEN'],
    ];
    private const TIMEOUT_S = 10;

    private function __construct(public readonly string $address, private readonly string $token)
    {
    }

    /** @throws UsageError when there is no such server, or more than one */
    public static function choose(Arguments $given): self
    {
        $address = $given->text('--admin') ?? self::onlyOne();
        if (preg_match('~^unix:/.|^[^/]+:\d+$~', $address) !== 1) {
            throw new UsageError("--admin must be unix:/path or host:port, \"$address\" given");
        }
        return new self($address, $given->text('--token') ?? (getenv('TERN_ADMIN_TOKEN') ?: ''));
    }

    /** Where servers that `tern serve` starts have their sockets. */
    public static function folder(): string
    {
        $runtime = getenv('XDG_RUNTIME_DIR');
        return ($runtime !== false && is_dir($runtime) ? $runtime : sys_get_temp_dir() . '/tern-' . self::uid()) . '/tern';
    }

    /** In /tmp anybody could have made it before us. */
    public static function isOurs(string $folder): bool
    {
        $us = self::uid();
        foreach ([$folder, dirname($folder)] as $one) {
            $status = lstat($one);
            if ($status === false || $status['uid'] !== $us || ($status['mode'] & 0022) !== 0) {
                return false;
            }
        }
        return true;
    }

    private static function uid(): ?int
    {
        $status = stat('/proc/self');
        return $status === false ? null : $status['uid'];
    }

    /**
     * @return Data what the server says
     * @throws UsageError for all other responses
     */
    public function ask(string $path, string $method = 'GET', string $body = ''): Data
    {
        return Data::parse($this->askText($path, $method, $body));
    }

    /**
     * The same as it came.
     *
     * @throws UsageError
     */
    public function askText(string $path, string $method = 'GET', string $body = ''): string
    {
        [$status, $text] = $this->exchange("$method $path HTTP/1.0\r\nHost: tern\r\nX-Tern-Admin: 1\r\nContent-Type: application/json\r\nContent-Length: "
            . strlen($body) . "\r\n" . ($this->token === '' ? '' : "Authorization: Bearer $this->token\r\n") . "\r\n$body");
        if ($status >= 200 && $status < 300) {
            return $text;
        }
        $told = json_decode($text, true);
        $why = is_array($told) && is_string($told['error'] ?? null) ? Text::line($told['error']) : 'no more is known';
        $where = is_array($told) && is_string($told['blocked'] ?? null) ? "\n" . Text::lines($told['blocked']) : '';
        throw new UsageError("$this->address responds with $status: $why$where" . ($status === 401 ? ' (--token, or TERN_ADMIN_TOKEN)' : ''));
    }

    /** Whether anybody listens there. */
    public function isThere(): bool
    {
        $socket = @stream_socket_client($this->place(), $code, $text, self::TIMEOUT_S);
        return $socket !== false;
    }

    /** @return array{int, string} status and body */
    private function exchange(string $request): array
    {
        $socket = @stream_socket_client($this->place(), $code, $text, self::TIMEOUT_S);
        if ($socket === false) {
            throw new UsageError("no server responds at $this->address: $text");
        }
        stream_set_timeout($socket, self::TIMEOUT_S);
        fwrite($socket, $request);
        $response = (string) stream_get_contents($socket);
        if (preg_match('~^HTTP/1\.[01] (\d{3})[^\n]*\n(?:[^\r\n][^\n]*\n)*\r\n~', $response, $head) !== 1) {
            throw new UsageError("what responds at $this->address is not a server, or takes longer than " . self::TIMEOUT_S . ' s');
        }
        return [(int) $head[1], substr($response, strlen($head[0]))];
    }

    private function place(): string
    {
        return str_starts_with($this->address, 'unix:') ? 'unix://' . substr($this->address, 5) : "tcp://$this->address";
    }

    private static function onlyOne(): string
    {
        $found = [];
        $folder = self::folder();
        foreach (is_dir($folder) && self::isOurs($folder) ? glob("$folder/*.sock") ?: [] : [] as $path) {
            if ((new self("unix:$path", ''))->isThere()) {
                $found[] = "unix:$path";
            }
        }
        return match (count($found)) {
            0 => throw new UsageError('no server of this user has an admin socket in ' . self::folder() . '; --admin says where else'),
            1 => $found[0],
            default => throw new UsageError("there are several servers, choose one:\n  --admin " . implode("\n  --admin ", $found)),
        };
    }
}
