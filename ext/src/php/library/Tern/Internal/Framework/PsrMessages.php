<?php

declare(strict_types=1);

namespace Tern\Internal\Framework;

use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestFactoryInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Message\UploadedFileFactoryInterface;
use Psr\Http\Message\UploadedFileInterface;
use RuntimeException;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Tern\Context;
use function strlen;

/** Requests and responses as PSR-7 messages, made by the factories (PSR-17) that the application has. */
final class PsrMessages
{
    private const PIECE = 65536;
    /** Classes that make requests, streams and uploaded files. */
    private const FACTORIES = [
        ['Nyholm\Psr7\Factory\Psr17Factory', 'Nyholm\Psr7\Factory\Psr17Factory', 'Nyholm\Psr7\Factory\Psr17Factory'],
        ['GuzzleHttp\Psr7\HttpFactory', 'GuzzleHttp\Psr7\HttpFactory', 'GuzzleHttp\Psr7\HttpFactory'],
        ['Laminas\Diactoros\ServerRequestFactory', 'Laminas\Diactoros\StreamFactory', 'Laminas\Diactoros\UploadedFileFactory'],
        ['Slim\Psr7\Factory\ServerRequestFactory', 'Slim\Psr7\Factory\StreamFactory', 'Slim\Psr7\Factory\UploadedFileFactory'],
        ['HttpSoft\Message\ServerRequestFactory', 'HttpSoft\Message\StreamFactory', 'HttpSoft\Message\UploadedFileFactory'],
    ];

    /** Classes that make responses. */
    private const RESPONSES = ['Nyholm\Psr7\Factory\Psr17Factory', 'GuzzleHttp\Psr7\HttpFactory', 'Laminas\Diactoros\ResponseFactory',
        'Slim\Psr7\Factory\ResponseFactory', 'HttpSoft\Message\ResponseFactory'];

    private function __construct(
        private readonly ServerRequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
        private readonly UploadedFileFactoryInterface $files,
    ) {
    }

    /** @throws RuntimeException when it has none of the known ones */
    public static function ofApplication(): self
    {
        foreach (self::FACTORIES as [$requests, $streams, $files]) {
            if (class_exists($requests)) {
                return new self(new $requests(), new $streams(), new $files());
            }
        }
        throw self::missing();
    }

    /** @throws RuntimeException when the application has none of the known ones */
    public static function responseFactory(): ResponseFactoryInterface
    {
        foreach (self::RESPONSES as $class) {
            if (class_exists($class)) {
                return new $class();
            }
        }
        throw self::missing();
    }

    /** @throws RuntimeException when the application has none of the known ones */
    public static function streamFactory(): StreamFactoryInterface
    {
        return self::ofApplication()->streams;
    }

    public function request(Request $from): ServerRequestInterface
    {
        $server = array_change_key_case($from->server, CASE_UPPER);
        $host = $from->header['host'] ?? $server['SERVER_NAME'] ?? 'localhost';
        $query = isset($server['QUERY_STRING']) ? "?{$server['QUERY_STRING']}" : '';
        $uri = (isset($server['HTTPS']) ? 'https' : 'http') . "://$host{$server['REQUEST_URI']}$query";
        $request = $this->requests->createServerRequest($from->server['request_method'], $uri, $server)
            ->withProtocolVersion(substr($server['SERVER_PROTOCOL'], strlen('HTTP/')))
            ->withQueryParams($from->get ?? [])
            ->withCookieParams($from->cookie ?? [])
            ->withUploadedFiles($this->uploads($from->files ?? []))
            ->withBody($this->streams->createStream((string) $from->getContent()));
        foreach ($from->header ?? [] as $name => $value) {
            $request = $request->withHeader((string) $name, $value);
        }
        return $from->post === null ? $request : $request->withParsedBody($from->post);
    }

    /** @param string $printed what comes before the body */
    public static function send(ResponseInterface $message, Response $response, string $printed = ''): void
    {
        self::hasStarted() || self::sendHead($message, $response);
        $body = $message->getBody();
        if ($body->getSize() !== null && $body->getSize() <= self::PIECE) {
            $response->end($printed . $body);
            return;
        }
        $printed === '' || $response->write($printed);
        if ($body->isSeekable()) {
            $body->rewind();
        }
        while (!$body->eof() && $response->write($body->read(self::PIECE))) {
        }
        $body->close();
        if ($response->isWritable()) {
            $response->end();
        }
    }

    /** Whether code in a context has sent the head by flush(). The response of the application is the rest of the body then. */
    public static function hasStarted(): bool
    {
        return Context::current() !== null && headers_sent();
    }

    private static function sendHead(ResponseInterface $message, Response $response): void
    {
        $response->status($message->getStatusCode(), $message->getReasonPhrase());
        foreach ($message->getHeaders() as $name => $values) {
            $response->header((string) $name, strcasecmp((string) $name, 'set-cookie') === 0 ? $values : implode(', ', $values));
        }
    }

    private static function missing(): RuntimeException
    {
        return new RuntimeException('the application has no PSR-7 messages: `composer require nyholm/psr7`, or guzzlehttp/psr7, '
            . 'laminas/laminas-diactoros, slim/psr7, httpsoft/http-message');
    }

    /**
     * @param array<mixed> $files
     * @return array<UploadedFileInterface|array<mixed>>
     */
    private function uploads(array $files): array
    {
        return Upload::each($files, fn(Upload $one): UploadedFileInterface => $this->files->createUploadedFile(
            $one->error === UPLOAD_ERR_OK ? $this->streams->createStreamFromFile($one->path) : $this->streams->createStream(),
            $one->size,
            $one->error,
            $one->name,
            $one->type,
        ));
    }
}
