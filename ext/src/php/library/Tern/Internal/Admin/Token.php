<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Http\Request;
use function Tern\Internal\count_refusal;

/** Who has the option `admin_token` may pass. Who guesses gets few tries, whatever comes next from that address. */
final class Token
{
    private const MOST_WRONG = 10;
    private const WINDOW_NS = 1_000_000_000;

    /** @var array<string, int> wrong ones of this window, by address */
    private array $wrong = [];
    private int $window = 0;

    public function __construct(#[\SensitiveParameter] private readonly string $token)
    {
    }

    public function isAsked(): bool
    {
        return $this->token !== '';
    }

    /** @throws Refusal 401, 429 */
    public function check(Request $request): void
    {
        if (!$this->isAsked()) {
            return;
        }
        $given = $request->header['authorization'] ?? '';
        $from = $request->server['remote_addr'] ?? '';
        if ($this->wrongOf($from) >= self::MOST_WRONG) {
            count_refusal();
            throw new Refusal(429, 'too many wrong tokens from this address', ['Retry-After' => '1']);
        }
        $is_bearer = strncasecmp($given, 'Bearer ', 7) === 0;
        if ($is_bearer && hash_equals($this->token, trim(substr($given, 7)))) {
            return;
        }
        if ($given !== '') {
            $this->wrong[$from] = $this->wrongOf($from) + 1;
            count_refusal();
        }
        $what = $given === '' ? 'a token is needed' : 'the token is wrong';
        throw new Refusal(401, "$what: Authorization: Bearer, and admin_token", ['WWW-Authenticate' => 'Bearer']);
    }

    private function wrongOf(string $address): int
    {
        $window = intdiv(hrtime(true), self::WINDOW_NS);
        if ($window !== $this->window) {
            [$this->window, $this->wrong] = [$window, []];
        }
        return $this->wrong[$address] ?? 0;
    }
}
