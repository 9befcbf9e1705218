<?php

declare(strict_types=1);

namespace Tern\Internal\Client\TernHttp;

use Tern\Http\Client\RedirectError;
use Tern\Http\Client\Response;
use Tern\Http\Client\TooManyRedirects;
use Tern\Internal\Client\Deadline;

/** Goes where servers send requests: RFC 9110 section 15.4. */
final class Redirects implements Layer
{
    private const STATUSES = [301 => true, 302 => true, 303 => true, 307 => true, 308 => true];
    /** Not for another server. */
    private const SECRETS = ['authorization', 'cookie', 'proxy-authorization'];
    /** About a body that is not sent again. */
    private const OF_BODY = ['content-type', 'content-encoding', 'content-language', 'content-location', 'content-range', 'digest', 'last-modified'];

    public function __construct(private readonly Layer $next, private readonly Counts $counts)
    {
    }

    public function send(Request $request, Deadline $until): Response
    {
        for ($followed = 0;; ++$followed) {
            $response = $this->next->send($request, $until);
            $location = isset(self::STATUSES[$response->status]) ? $response->header('location') : null;
            if ($location === null || $request->options->redirects === 0) {
                return $response;
            }
            Drain::run($response);
            if ($followed >= $request->options->redirects) {
                throw new TooManyRedirects("more than $followed redirects", $request->method, $request->url->text);
            }
            ++$this->counts->redirects;
            $request = self::follow($request, $response->status, $location);
        }
    }

    private static function follow(Request $request, int $status, string $location): Request
    {
        $refuse = fn(string $why) => new RedirectError($why, $request->method, $request->url->text, $status);
        $url = $request->url->resolve($location) ?? throw $refuse('a redirect to what is no http or https URL: '
            . json_encode(substr($location, 0, 200), JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES));
        if ($request->url->isSecure() && !$url->isSecure() && !$request->options->insecureRedirects) {
            throw $refuse("a redirect from https to {$url->text}; the option insecure_redirects allows it");
        }
        $url = $url->fragment === '' ? $url->withFragment($request->url->fragment) : $url;
        $fields = $request->fields->without('host', ...($url->origin === $request->url->origin ? [] : self::SECRETS));
        $becomes_get = $status === 303 ? $request->method !== 'HEAD' : $status < 303 && $request->method === 'POST';
        if ($becomes_get) {
            return new Request('GET', $url, $fields->without(...self::OF_BODY), Body::ofText(''), $request->options, $request->watch);
        }
        if (!$request->body->isAvailable()) {
            throw $refuse("a redirect to {$url->text} with a body that cannot be sent twice");
        }
        return new Request($request->method, $url, $fields, $request->body, $request->options, $request->watch);
    }
}
