<?php

declare(strict_types=1);

namespace Swoole\Coroutine\FastCGI;

use InvalidArgumentException;
use Swoole\Coroutine;
use Swoole\Coroutine\FastCGI\Client\Exception;
use Swoole\Coroutine\Socket;
use Swoole\Error;
use Swoole\FastCGI\HttpRequest;
use Swoole\FastCGI\Request;
use Swoole\FastCGI\Response;
use Tern\Internal\Client\Deadline;
use Tern\Internal\Client\Errno;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\FastCGI\Address;
use Tern\Internal\Client\FastCGI\ResponseBuilder;
use Tern\Internal\Client\FastCGI\Exchange;
use Tern\Internal\Client\Http\Grammar;
use TypeError;
use function dirname;
use function in_array;
use function is_int;

/** A client of a FastCGI server, such as PHP-FPM. One request at a time: coroutines that ask at the same time have a client each. */
class Client
{
    private const UNIX = 'unix:';
    private const USUAL_SECONDS = 60.0;
    private const USUAL_BYTES = 1 << 31;

    protected int $af;
    protected string $host;
    protected int $port;
    protected bool $ssl;
    protected ?Socket $socket = null;

    private int $mostBytes = self::USUAL_BYTES;
    /** The coroutine whose call is not over yet; 0: none. */
    private int $user = 0;
    private ?Failure $failure = null;

    /**
     * @param string $host a name or an address; unix:/path for a unix socket
     * @param int $port 1 to 65535; not for unix sockets
     * @param bool $ssl TLS
     * @throws \ValueError
     */
    public function __construct(string $host, int $port = 0, bool $ssl = false)
    {
        $address = Address::of($host, $port, $ssl, self::class . '::__construct()');
        [$this->af, $this->host, $this->port, $this->ssl] = [$address->family, $address->host, $address->port, $ssl];
    }

    /** The copy makes a connection of its own. */
    public function __clone()
    {
        $this->socket = null;
        $this->user = 0;
    }

    /**
     * @param array{package_max_length?: int|null} $settings package_max_length: the most bytes of a response, 1 or more; 2 GB
     * @return bool
     * @throws TypeError
     */
    public function set(array $settings): bool
    {
        $most = $settings['package_max_length'] ?? $this->mostBytes;
        if (!is_int($most)) {
            throw new TypeError(self::class . '::set(): Argument #1 ($settings) option "package_max_length" must be of type int, '
                . get_debug_type($most) . ' given');
        }
        $this->mostBytes = max(1, $most);
        return true;
    }

    /**
     * Suspends.
     *
     * @template T of Request
     * @param T $request with withKeepConn(true), the connection is kept for the next call
     * @param float $timeout seconds for all of it: connecting, sending, receiving; less than 0: no limit, 0: 60
     * @return (T is HttpRequest ? \Swoole\FastCGI\HttpResponse : Response)
     * @throws Exception with the error number as its code: ETIMEDOUT; ECONNRESET, the server closed the connection before its response was
     *  complete; SWOOLE_ERROR_PACKAGE_MALFORMED_DATA, SWOOLE_ERROR_PACKAGE_LENGTH_TOO_LARGE; SWOOLE_ERROR_PROTOCOL_ERROR, the server
     *  refuses the request; or why there is no connection
     */
    public function execute(Request $request, float $timeout = -1): Response
    {
        if ($this->user !== 0) {
            throw new Error("The FastCGI client is in use by coroutine $this->user", SWOOLE_ERROR_CO_HAS_BEEN_BOUND);
        }
        $this->user = Coroutine::getCid();
        try {
            return $this->exchange($request, (string) $request, new Deadline($timeout != 0 ? $timeout : self::USUAL_SECONDS));
        } catch (Failure $failure) {
            $this->failure = $failure;
            $this->ioException($failure->getCode());
        } finally {
            $this->user = 0;
            $this->failure = null;
        }
    }

    /**
     * The parts of an address, for the constructor.
     *
     * @param string $url host:port, tcp://host:port, [address]:port, unix:/path or unix:///path
     * @return array{string, int} host and port; a host unix:/path and 0
     * @throws InvalidArgumentException
     */
    public static function parseUrl(string $url): array
    {
        if (preg_match('~\A(?:unix:)?/+(.+)\z~s', $url, $parts) === 1) {
            return [self::UNIX . "/$parts[1]", 0];
        }
        if (preg_match('~\A(?:[a-z]+://)?(?:\[([0-9a-f:.]+)\]|([^/:@\s]+))(?::(\d{1,5}))?/?\z~i', $url, $parts, PREG_UNMATCHED_AS_NULL) === 1) {
            return [(string) ($parts[1] ?? $parts[2]), (int) ($parts[3] ?? 0)];
        }
        throw new InvalidArgumentException("The address of a FastCGI server is host:port or unix:/path, '$url' given");
    }

    /**
     * Runs one script. Suspends.
     *
     * @param string $url as for parseUrl()
     * @param string $path of the script where the server runs, with ?query if needed
     * @param array<mixed>|string $data the body; an array is sent as a form; with a body the method is POST, without it GET
     * @param float $timeout as for execute()
     * @return string the body of the response
     * @throws Exception
     */
    public static function call(string $url, string $path, $data = '', float $timeout = -1): string
    {
        [$file, $query] = explode('?', $path, 2) + ['', ''];
        $name = '/' . basename($file);
        $request = (new HttpRequest())
            ->withDocumentRoot(dirname($file))
            ->withScriptFilename($file)
            ->withScriptName($name)
            ->withUri($query === '' ? $name : "$name?$query")
            ->withBody($data);
        $request->withMethod($request->getContentLength() === 0 ? 'GET' : 'POST');
        return (new self(...self::parseUrl($url)))->execute($request, $timeout)->getBody();
    }

    /**
     * @param int|null $errno null: that of the socket
     * @return never
     * @throws Exception
     */
    protected function ioException(?int $errno = null): void
    {
        $errno ??= $this->socket->errCode ?? Errno::ECONNRESET;
        $this->disconnect();
        throw new Exception($this->failure?->getMessage() ?? Failure::describe($errno), $errno);
    }

    /** @throws Failure */
    private function exchange(Request $request, string $text, Deadline $until): Response
    {
        $isReused = $this->socket !== null && $this->socket->checkLiveness();
        $isDone = false;
        try {
            $exchange = new Exchange($isReused ? $this->socket : $this->connect($until), $until, min($this->mostBytes, ResponseBuilder::mostBytes()));
            $exchange->send($text);
            $response = $this->receive($exchange, $request);
            $isDone = $request->getKeepConn() && $exchange->isClean();
            return $response;
        } catch (Failure $failure) {
            if (!$isReused || $exchange->hasBegun() || !self::mayRepeat($request, $failure)) {
                throw $failure;
            }
        } finally {
            if (!$isDone) {
                $this->disconnect();
            }
        }
        return $this->exchange($request, $text, $until);
    }

    private function receive(Exchange $exchange, Request $request): Response
    {
        $builder = new ResponseBuilder($request instanceof HttpRequest ? (string) $request->getMethod() : null);
        while (!$builder->add($exchange->next())) {
        }
        return $builder->response();
    }

    /** The server closed a connection that was kept, at the same moment. */
    private static function mayRepeat(Request $request, Failure $failure): bool
    {
        return in_array($failure->getCode(), [Errno::ECONNRESET, Errno::EPIPE], true)
            && $request instanceof HttpRequest && Grammar::isIdempotent((string) $request->getMethod());
    }

    private function connect(Deadline $until): Socket
    {
        $this->disconnect();
        return $this->socket = (new Address($this->af, $this->host, $this->port, $this->ssl))->connect($until);
    }

    private function disconnect(): void
    {
        $this->socket?->close();
        $this->socket = null;
    }
}
