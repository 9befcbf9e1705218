<?php

declare(strict_types=1);

namespace Tern\Http;

use Generator;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Message\StreamInterface;
use Tern\Http\Client\Exception;
use Tern\Http\Client\NetworkError;
use Tern\Http\Client\Response;
use Tern\Internal\Framework\PsrMessages;
use Tern\Internal\Http\PsrFailure;
use Tern\Internal\Http\PsrNetworkFailure;
use Tern\Internal\Http\PsrRequestFailure;
use ValueError;
use function in_array;

/**
 * A Tern\Http\Client as PSR-18 has it: with messages of PSR-7. Needs psr/http-client and a library with PSR-7 and PSR-17. As the
 * standard wants it, redirects are responses.
 */
final class Psr18Client implements ClientInterface
{
    private const PIECE = 65536;

    private readonly Client $client;
    private readonly ResponseFactoryInterface $responses;
    private readonly StreamFactoryInterface $streams;

    /**
     * @param Client|null $client null: one with the usual options
     * @param ResponseFactoryInterface|null $responses null: those of the application, by its library
     * @param StreamFactoryInterface|null $streams null: the same
     * @param bool $followRedirects as the option `redirects` of the client says
     * @throws \RuntimeException if there is no library that makes messages
     */
    public function __construct(
        ?Client $client = null,
        ?ResponseFactoryInterface $responses = null,
        ?StreamFactoryInterface $streams = null,
        private readonly bool $followRedirects = false,
    ) {
        $this->client = $client ?? new Client();
        $this->responses = $responses ?? PsrMessages::responseFactory();
        $this->streams = $streams ?? PsrMessages::streamFactory();
    }

    /**
     * Suspends; outside of coroutines it blocks.
     *
     * @throws \Psr\Http\Client\NetworkExceptionInterface when there was no connection, or no complete response
     * @throws \Psr\Http\Client\RequestExceptionInterface when the request cannot be sent
     * @throws \Psr\Http\Client\ClientExceptionInterface for everything else
     */
    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        try {
            $response = $this->client->request($request->getMethod(), (string) $request->getUri(), $this->options($request));
            return $this->message($response);
        } catch (NetworkError $error) {
            throw new PsrNetworkFailure($request, $error);
        } catch (ValueError $error) {
            throw new PsrRequestFailure($request, $error);
        } catch (Exception $error) {
            throw new PsrFailure($error->getMessage(), $error->getCode(), $error);
        }
    }

    /** @return array<string, mixed> */
    private function options(RequestInterface $request): array
    {
        $headers = $request->getHeaders();
        $body = $request->getBody();
        $options = $this->followRedirects ? [] : ['redirects' => 0];
        foreach (array_keys($headers) as $name) {
            if (in_array(strtolower((string) $name), ['connection', 'transfer-encoding', 'content-length', 'expect'], true)) {
                unset($headers[$name]);
            }
        }
        $size = $body->getSize();
        if ($size === null || $size > self::PIECE) {
            $options['body'] = $body->isSeekable() ? fn() => self::pieces($body) : self::pieces($body);
            $headers += $size === null ? [] : ['Content-Length' => (string) $size];
        } elseif ($size > 0) {
            $options['body'] = (string) $body;
        }
        return $options + ['headers' => $headers];
    }

    /** @return Generator<int, string> */
    private static function pieces(StreamInterface $body): Generator
    {
        if ($body->isSeekable()) {
            $body->rewind();
        }
        while (!$body->eof()) {
            yield $body->read(self::PIECE);
        }
    }

    private function message(Response $response): ResponseInterface
    {
        $body = $response->body();
        $message = $this->responses->createResponse($response->status, $response->reason)->withProtocolVersion($response->protocol);
        foreach ($response->headers() as $name => $values) {
            $message = $message->withHeader($name, $values);
        }
        return $message->withBody($this->streams->createStream($body));
    }
}
