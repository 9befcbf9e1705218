<?php

declare(strict_types=1);

namespace Tern\Internal\Client\FastCGI;

use Swoole\FastCGI;
use Swoole\FastCGI\HttpResponse;
use Swoole\FastCGI\Record\EndRequest;
use Swoole\FastCGI\Record\Stderr;
use Swoole\FastCGI\Record\Stdout;
use Swoole\FastCGI\Response;
use Tern\Internal\Client\Failure;
use Tern\Internal\Client\MemoryLimit;
use function in_array;
use function strlen;

/** Gathers the records of a response, and refuses what is no whole response. */
final class ResponseBuilder
{
    private const MOST_ERROR_BYTES = 1 << 20;
    private const REFUSALS = [
        FastCGI::CANT_MPX_CONN => 'cannot serve several requests of one connection (FCGI_CANT_MPX_CONN)',
        FastCGI::OVERLOADED => 'is overloaded (FCGI_OVERLOADED)',
        FastCGI::UNKNOWN_ROLE => 'does not know the role of the request (FCGI_UNKNOWN_ROLE)',
    ];

    /** Of a whole response, while it is made of its records. */
    private const COPIES = 4;

    private readonly ?Head $head;
    private string $output = '';
    private string $errors = '';

    /** @param string|null $method of an HTTP request; null: the request is not one of HTTP */
    public function __construct(private readonly ?string $method)
    {
        $this->head = $method === null ? null : new Head();
    }

    /** Of a whole response, that memory_limit allows. */
    public static function mostBytes(): int
    {
        return MemoryLimit::part(self::COPIES);
    }

    /**
     * @return bool whether it was the last one
     * @throws Failure
     */
    public function add(Stdout|Stderr|EndRequest $record): bool
    {
        if ($record instanceof EndRequest) {
            self::checkEnd($record);
            return true;
        }
        if ($record instanceof Stdout) {
            $this->output .= $record->getContentData();
            $this->head?->add($record->getContentData());
        } else {
            $this->errors .= substr($record->getContentData(), 0, self::MOST_ERROR_BYTES - strlen($this->errors));
        }
        return false;
    }

    /** @throws Failure if the server refuses the request */
    public static function checkEnd(EndRequest $record): void
    {
        $status = $record->getProtocolStatus();
        if ($status !== FastCGI::REQUEST_COMPLETE) {
            $why = self::REFUSALS[$status] ?? "ended the request with status $status";
            throw Failure::coded(SWOOLE_ERROR_PROTOCOL_ERROR, "The FastCGI server $why");
        }
    }

    /**
     * After the last record.
     *
     * @throws Failure
     */
    public function response(): Response
    {
        if ($this->head === null) {
            return new Response($this->records());
        }
        $this->head->checkIsComplete();
        $response = new HttpResponse($this->records());
        $this->checkLength($response);
        return $response;
    }

    /** Whether there is a head, and more behind it than $bytes, or what must not wait. */
    public function mustBePassed(int $bytes): bool
    {
        return $this->head !== null && $this->head->isComplete() && (strlen($this->output) > $bytes || $this->head->isForStream());
    }

    /** The part that has arrived, as if it was all; nothing is added afterwards. */
    public function beginning(): HttpResponse
    {
        return new HttpResponse($this->records());
    }

    /**
     * As few as possible: a program may have written byte by byte.
     *
     * @return list<Stdout|Stderr|EndRequest>
     */
    private function records(): array
    {
        $records = [];
        foreach ([[$this->output, Stdout::class], [$this->errors, Stderr::class]] as [$text, $class]) {
            for ($at = 0, $length = strlen($text); $at < $length; $at += FastCGI::MAX_CONTENT_LENGTH) {
                $records[] = new $class(substr($text, $at, FastCGI::MAX_CONTENT_LENGTH));
            }
        }
        $this->output = '';
        return [...$records, new EndRequest()];
    }

    /** A script that dies may have announced more than it has sent. */
    private function checkLength(HttpResponse $response): void
    {
        $announced = $response->getHeader('content-length');
        $hasNoBody = $this->method === 'HEAD' || in_array($response->getStatusCode(), [204, 304], true);
        $length = strlen($response->getBody());
        if ($announced !== null && !$hasNoBody && $announced !== (string) $length) {
            throw Head::malformed("a body of $length bytes, where Content-Length is $announced");
        }
    }
}
