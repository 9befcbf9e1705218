<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use ReflectionProperty;
use Swoole\ExitException;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Symfony\Component\HttpFoundation\BinaryFileResponse;
use Symfony\Component\HttpFoundation\File\UploadedFile;
use Symfony\Component\HttpFoundation\Request as SymfonyRequest;
use Symfony\Component\HttpFoundation\Response as SymfonyResponse;
use Symfony\Component\HttpFoundation\StreamedResponse;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use Symfony\Component\HttpKernel\KernelInterface;
use Symfony\Component\HttpKernel\TerminableInterface;
use Tern\Internal\Framework\PsrMessages;
use Tern\Internal\Framework\Upload;
use function count;
use function in_array;
use function is_array;
use function is_file;
use function ini_get;
use function is_string;
use function Tern\Internal\begin_stream;
use function Tern\Internal\take_printed;

/** A kernel of Symfony, and what is one: its requests and responses. */
final class SymfonyKernel
{
    private const PIECE = 16384;

    private readonly ?KernelState $state;

    public function __construct(private readonly HttpKernelInterface $kernel)
    {
        $this->state = $kernel instanceof KernelInterface ? new KernelState($kernel) : null;
    }

    public function respond(Request $from, Response $to): void
    {
        $request = $this->request($from);
        $this->state?->beforeRequest();
        [$response, $printed] = $this->handle($request, $to);
        $this->send($response, $printed, $to);
        if ($this->kernel instanceof TerminableInterface) {
            self::terminate($this->kernel, $request, $response);
        }
        $this->state?->afterRequest($response->getStatusCode());
    }

    /**
     * @return array{SymfonyResponse, string} with what the program has printed
     * @throws ExitException when that was all
     */
    private function handle(SymfonyRequest $request, Response $to): array
    {
        $level = ob_get_level();
        ob_start();
        try {
            $response = $this->kernel->handle($request);
        } catch (ExitException $exit) {
            $status = $exit->getStatus();
            $before = take_printed();
            $status === 0 || is_string($status) || PsrMessages::hasStarted() || $to->status(500);
            $to->end($before . self::takePrinted($level) . (is_string($status) ? $status : ''));
            throw $exit;
        } finally {
            $printed = self::takePrinted($level);
        }
        return [$response, $printed];
    }

    /** Output of terminate() is dropped. */
    private static function terminate(TerminableInterface $kernel, SymfonyRequest $request, SymfonyResponse $response): void
    {
        $level = ob_get_level();
        ob_start();
        try {
            $kernel->terminate($request, $response);
        } finally {
            self::takePrinted($level);
        }
    }

    private static function takePrinted(int $level): string
    {
        while (ob_get_level() > $level + 1 && ob_end_flush()) {
            continue;
        }
        $printed = '';
        while (ob_get_level() > $level && ($piece = ob_get_clean()) !== false) {
            $printed = $piece . $printed;
        }
        return $printed;
    }

    private function request(Request $from): SymfonyRequest
    {
        $server = array_change_key_case($from->server, CASE_UPPER);
        if (isset($server['QUERY_STRING'])) {
            $server['REQUEST_URI'] .= "?{$server['QUERY_STRING']}";
        }
        foreach ($from->header ?? [] as $name => $value) {
            $key = strtoupper(strtr((string) $name, '-', '_'));
            $server[in_array($key, ['CONTENT_TYPE', 'CONTENT_LENGTH'], true) ? $key : "HTTP_$key"] = $value;
        }
        // SCRIPT_NAME: no part of a path is a script's, so the kernel routes all of it.
        $server += ['SCRIPT_NAME' => '', 'SCRIPT_FILENAME' => ''];
        return new SymfonyRequest(
            $from->get ?? [],
            $from->post ?? [],
            [],
            $from->cookie ?? [],
            self::uploads($from->files ?? []),
            $server,
            (string) $from->getContent(),
        );
    }

    private function send(SymfonyResponse $response, string $printed, Response $to): void
    {
        $printed = take_printed() . $printed;
        $isStarted = PsrMessages::hasStarted();
        $isStarted || self::sendHead($response, $to);
        if (!$isStarted && $response instanceof BinaryFileResponse && $response->getStatusCode() === 200 && is_file($response->getFile()->getPathname())) {
            self::sendFile($response, $to);
        } elseif ($response instanceof StreamedResponse || $response instanceof BinaryFileResponse) {
            $printed === '' || $to->write($printed);
            self::stream($response, $to);
        } else {
            $to->end($printed . $response->getContent());
        }
    }

    private static function sendHead(SymfonyResponse $response, Response $to): void
    {
        $to->status($response->getStatusCode());
        foreach ($response->headers->allPreserveCase() as $name => $values) {
            $to->header((string) $name, is_array($values) && count($values) === 1 ? reset($values) : $values);
        }
    }

    /** What it prints is sent in pieces, and by flush(); an event is sent at once. */
    private static function stream(SymfonyResponse $response, Response $to): void
    {
        $level = ob_get_level();
        $hasEvents = str_starts_with((string) $response->headers->get('Content-Type'), 'text/event-stream');
        $isDirect = begin_stream();
        $isDirect || ob_start(static function (string $piece) use ($to): string {
            $piece === '' || $to->write($piece);
            return '';
        }, 1);
        if (!$isDirect || (int) ini_get('output_buffering') > 0) {
            ob_start(null, $hasEvents ? 1 : self::PIECE);  // programs end the one that they find
        }
        if ($isDirect) {
            ob_implicit_flush($hasEvents);
        }
        $isWhole = false;
        try {
            $response->sendContent();
            $isWhole = true;
        } finally {
            while (ob_get_level() > $level && ob_end_flush()) {
                continue;
            }
            if ($isDirect) {
                ob_implicit_flush(false);
                $isWhole || flush();  // after exit()
            }
        }
        $to->end(take_printed());  // after a program has ended all buffers
    }

    private static function sendFile(BinaryFileResponse $response, Response $to): void
    {
        $path = $response->getFile()->getPathname();
        $to->sendfile($path);
        $isDeleted = (new ReflectionProperty(BinaryFileResponse::class, 'deleteFileAfterSend'))->getValue($response);
        $isDeleted === true && unlink($path);
    }

    /**
     * @param array<mixed> $files
     * @return array<mixed>
     */
    private static function uploads(array $files): array
    {
        // The last argument: they were not uploaded to PHP itself, which would be asked otherwise.
        return Upload::each($files, static fn(Upload $one): UploadedFile
            => new UploadedFile($one->path, $one->name, $one->type, $one->error, true));
    }
}
