<?php

declare(strict_types=1);

namespace Swoole\Coroutine\FastCGI;

use InvalidArgumentException;
use ReflectionMethod;
use Swoole\Coroutine\FastCGI\Client\Exception;
use Swoole\FastCGI\HttpRequest;
use Swoole\FastCGI\HttpResponse;
use Swoole\Http\Request as UserRequest;
use Swoole\Http\Response as UserResponse;
use Swoole\Http\Status;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\FastCGI\Address;
use Tern\Internal\Client\FastCGI\ProxiedRequest;
use Tern\Internal\Client\FastCGI\Translation;
use function Tern\Internal\abort_response;
use function Tern\Internal\is_hidden_path;
use function in_array;
use function strlen;

/**
 * Passes requests of an HTTP server to a FastCGI server, such as PHP-FPM, each over a connection of its own. with...() change
 * the object and return it.
 */
class Proxy
{
    /** What belongs to a connection (RFC 9110, 7.6.1), and what the server sets by itself. */
    private const NOT_PASSED = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

    private const USUAL_SECONDS = 60.0;

    /** @var string */
    protected $host;
    /** @var int */
    protected $port;
    /** @var float */
    protected $timeout = -1;
    /** @var string */
    protected $documentRoot;
    /** @var bool */
    protected $https = false;
    /** @var string */
    protected $index = 'index.php';
    /** @var array<string, string> */
    protected $params = [];
    /** @var callable|null */
    protected $staticFileFilter;

    /** Until there is another filter. As a value of the property it would refer to its own object, which only the garbage collector frees. */
    private bool $hasUsualFilter = true;

    /**
     * @param string $url host:port or unix:/path
     * @param string $documentRoot the folder of the scripts, by the name that it has where the FastCGI server runs; static files need it here,
     *  by the same name, and are not sent from /
     * @throws InvalidArgumentException
     */
    public function __construct(string $url, string $documentRoot = '/')
    {
        [$this->host, $this->port] = Client::parseUrl($url);
        $this->documentRoot = $documentRoot;
    }

    /**
     * @param float $timeout seconds for connecting, sending and receiving together, and for each further piece of a response that is passed on
     *  while it arrives; less than 0: no limit, 0: 60
     * @return $this
     */
    public function withTimeout(float $timeout): self
    {
        $this->timeout = $timeout;
        return $this;
    }

    /**
     * @param bool $https whether scripts are told that the client uses HTTPS; they are also told if this server speaks it
     * @return $this
     */
    public function withHttps(bool $https): self
    {
        $this->https = $https;
        return $this;
    }

    /**
     * @param string $index the script of paths without an extension, as /blog/; '': none
     * @return $this
     */
    public function withIndex(string $index): self
    {
        $this->index = $index;
        return $this;
    }

    public function getParam(string $name): ?string
    {
        return $this->params[$name] ?? null;
    }

    /**
     * @param string $name of a parameter of every request, instead of the one that the request has
     * @return $this
     */
    public function withParam(string $name, string $value): self
    {
        $this->params[$name] = $value;
        return $this;
    }

    /** @return $this */
    public function withoutParam(string $name): self
    {
        unset($this->params[$name]);
        return $this;
    }

    /** @return array<string, string> */
    public function getParams(): array
    {
        return $this->params;
    }

    /**
     * @param array<string, string> $params all of them from now on
     * @return $this
     */
    public function withParams(array $params): self
    {
        $this->params = $params;
        return $this;
    }

    /**
     * @param array<string, string> $params they win over those of the same names
     * @return $this
     */
    public function withAddedParams(array $params): self
    {
        $this->params = $params + $this->params;
        return $this;
    }

    /**
     * @param callable|null $filter gets the HttpRequest and the Response, and returns true if it has sent a response; null: every request is passed
     * @return $this
     */
    public function withStaticFileFilter(?callable $filter): self
    {
        $this->staticFileFilter = $filter;
        $this->hasUsualFilter = false;
        return $this;
    }

    /** @throws InvalidArgumentException for a path that leads out of the document root, or cannot be a file */
    public function translateRequest(UserRequest $userRequest): HttpRequest
    {
        $translation = new Translation($this->documentRoot, $this->index, $this->https);
        return $translation->request($userRequest)->withAddedParams($this->params);
    }

    /** Sends a whole response. May suspend while the client reads slowly. */
    public function translateResponse(HttpResponse $response, UserResponse $userResponse): void
    {
        $this->setHead($response, $userResponse);
        $body = $response->getBody();
        $userResponse->end($body === '' ? null : $body);
    }

    /**
     * Handles a request: with a static file, or with the response of the FastCGI server. A path that leads out of the document root gets
     * 400. A response of more than 2 MB, one of server-sent events and one with "X-Accel-Buffering: no" is passed on while it arrives, and not
     * by translateResponse(); but a subclass with a translateResponse() of its own gets every response whole. Suspends.
     *
     * @throws Exception as Client::execute(). Either nothing was sent to the client, or the response was aborted
     */
    public function pass(UserRequest|HttpRequest $userRequest, UserResponse $userResponse): void
    {
        try {
            $request = $userRequest instanceof HttpRequest ? $userRequest : $this->translateRequest($userRequest);
        } catch (InvalidArgumentException) {
            $userResponse->status(Status::BAD_REQUEST);
            $userResponse->end('');
            return;
        }
        $filter = $this->hasUsualFilter ? $this->staticFileFiltrate(...) : $this->staticFileFilter;
        if ($filter !== null && $filter($request, $userResponse)) {
            return;
        }
        try {
            $this->forward($request, $userResponse);
        } catch (Failure $failure) {
            throw new Exception($failure->getMessage(), $failure->getCode());
        }
    }

    /**
     * The usual filter. GET and HEAD get the file below the document root that the path names, unless it is hidden as those of the server
     * (programs, backups, names with a dot in front). What is neither a file nor a script (.php) gets 404.
     *
     * @return bool false: the FastCGI server answers
     */
    public function staticFileFiltrate(HttpRequest $request, UserResponse $userResponse): bool
    {
        $file = $this->staticFile($request);
        if ($file !== null) {
            $userResponse->sendfile($file);
            return true;
        }
        if (str_ends_with((string) $request->getScriptFilename(), '.php')) {
            return false;
        }
        $userResponse->status(Status::NOT_FOUND);
        $userResponse->end('');
        return true;
    }

    /** @throws Failure */
    private function forward(HttpRequest $request, UserResponse $userResponse): void
    {
        $isOwn = (new ReflectionMethod($this, 'translateResponse'))->class === self::class;
        $address = Address::of($this->host, $this->port, false, self::class . '::__construct()');
        $proxied = ProxiedRequest::open($address, $request, $this->timeout != 0 ? $this->timeout : self::USUAL_SECONDS, $isOwn);
        try {
            $response = $proxied->whole();
            if ($response === null) {
                $this->stream($proxied, $userResponse);
                return;
            }
        } finally {
            $proxied->close();
        }
        $this->translateResponse($response, $userResponse);
    }

    /** A response that has begun and cannot be completed must not look complete. */
    private function stream(ProxiedRequest $proxied, UserResponse $userResponse): void
    {
        $isDone = false;
        $begun = $proxied->begin();
        $this->setHead($begun, $userResponse);
        try {
            for ($piece = $begun->getBody(); $piece !== null; $piece = $proxied->next()) {
                if (!$userResponse->write($piece)) {
                    return;
                }
            }
            $isDone = $userResponse->end();
        } finally {
            if (!$isDone) {
                abort_response($userResponse);
            }
        }
    }

    private function setHead(HttpResponse $response, UserResponse $userResponse): void
    {
        $userResponse->status($response->getStatusCode(), $response->getReasonPhrase());
        foreach ($response->getHeaders() as $name => $value) {
            if (!in_array(strtolower((string) $name), self::NOT_PASSED, true)) {
                $userResponse->header((string) $name, $value);
            }
        }
        if ($response->getSetCookieHeaderLines() !== []) {
            $userResponse->header('Set-Cookie', $response->getSetCookieHeaderLines());
        }
    }

    private function staticFile(HttpRequest $request): ?string
    {
        $path = (string) $request->getDocumentUri();
        $root = realpath((string) $request->getDocumentRoot());
        if (!in_array($request->getMethod(), ['GET', 'HEAD'], true) || $root === false || $root === '/' || is_hidden_path($path)) {
            return null;
        }
        // Links may lead anywhere, also to what is hidden.
        $file = str_contains($path, "\0") ? false : realpath($root . $path);
        if ($file === false || !str_starts_with($file, "$root/") || !is_file($file) || is_hidden_path(substr($file, strlen($root)))) {
            return null;
        }
        return $file;
    }
}
