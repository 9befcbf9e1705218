<?php

declare(strict_types=1);

namespace Tern\Internal\Admin;

use Swoole\Http\Request;
use function in_array;

/**
 * Tells requests of the operator from those that a page of another site makes in the operator's browser. Such a page can
 * reach what the browser can reach, so neither the loopback address nor a forwarded port keeps it out.
 */
final class Sender
{
    /** Names that no page of a stranger has; `admin` and `tern` are what curl and the launcher send to a unix socket. */
    private const OWN_NAMES = ['localhost', 'admin', 'tern'];
    private const SITES = ['same-origin', 'none'];

    /** @var list<string> in lower case */
    private readonly array $names;

    /** @param list<string> $names the option admin_hosts */
    public function __construct(array $names)
    {
        $this->names = [...self::OWN_NAMES, ...array_map(strtolower(...), $names)];
    }

    /**
     * A page whose name leads to this address since its owner says so (DNS rebinding) has an origin of its own here. It
     * cannot do that with a numeric address.
     *
     * @throws Refusal 421
     */
    public function checkHost(Request $request): void
    {
        $given = $request->header['host'] ?? '';
        if ($given === '') {
            return;
        }  // no browser
        $name = strtolower((string) preg_replace('~:\d*$~D', '', $given));
        if (in_array($name, $this->names, true) || filter_var(trim($name, '[]'), FILTER_VALIDATE_IP)) {
            return;
        }
        throw new Refusal(421, "the host \"$given\" is not served here: use a numeric address or localhost, or name it in the option admin_hosts");
    }

    /** @throws Refusal 403 */
    public function checkOrigin(Request $request): void
    {
        $origin = $request->header['origin'] ?? null;
        $host = $request->header['host'] ?? '';
        if ($origin !== null && strcasecmp((string) preg_replace('~^https?://~', '', $origin), $host) !== 0) {
            throw new Refusal(403, "Origin is \"$origin\": only pages of \"$host\" may ask");
        }
        $site = $request->header['sec-fetch-site'] ?? 'none';
        if (in_array($site, self::SITES, true)) {
            return;
        }
        throw new Refusal(403, "Sec-Fetch-Site is \"$site\": only pages of \"$host\" may ask");
    }

    /**
     * Forms cannot send it, and scripts of another origin only after they have asked, which is answered with 405.
     *
     * @throws Refusal 403
     */
    public function checkIntent(Request $request): void
    {
        if (($request->header['x-tern-admin'] ?? '') === '1') {
            return;
        }
        throw new Refusal(403, 'what changes the server needs the field X-Tern-Admin: 1');
    }
}
