<?php

declare(strict_types=1);

namespace Tern\Internal\Application;

use ReflectionProperty;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Symfony\Component\HttpFoundation\BinaryFileResponse;
use Symfony\Component\HttpFoundation\File\UploadedFile;
use Symfony\Component\HttpFoundation\Request as SymfonyRequest;
use Symfony\Component\HttpFoundation\Response as SymfonyResponse;
use Symfony\Component\HttpFoundation\StreamedResponse;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use Symfony\Component\HttpKernel\TerminableInterface;
use Tern\Internal\Upload;
use function count;
use function in_array;
use function is_array;

/** A kernel of Symfony, and what is one: its requests and answers. */
final class SymfonyKernel
{
    private const PIECE = 16384;

    public function __construct(private readonly HttpKernelInterface $kernel)
    {
    }

    public function answer(Request $from, Response $to): void
    {
        $request = $this->request($from);
        $answer = $this->kernel->handle($request);
        $this->send($answer, $to);
        if ($this->kernel instanceof TerminableInterface) {
            $this->kernel->terminate($request, $answer);
        }
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

    private function send(SymfonyResponse $answer, Response $to): void
    {
        $to->status($answer->getStatusCode());
        foreach ($answer->headers->allPreserveCase() as $name => $values) {
            $to->header((string) $name, is_array($values) && count($values) === 1 ? reset($values) : $values);
        }
        if ($answer instanceof BinaryFileResponse && $answer->getStatusCode() === 200) {
            self::sendFile($answer, $to);
        } elseif ($answer instanceof StreamedResponse || $answer instanceof BinaryFileResponse) {
            // What it prints is sent in pieces, as it comes.
            ob_start(static function (string $piece) use ($to): string {
                $piece === '' || $to->write($piece);
                return '';
            }, self::PIECE);
            try {
                $answer->sendContent();
            } finally {
                ob_end_flush();
            }
            $to->end();
        } else {
            $to->end((string) $answer->getContent());
        }
    }

    private static function sendFile(BinaryFileResponse $answer, Response $to): void
    {
        $path = $answer->getFile()->getPathname();
        $to->sendfile($path);
        $isDeleted = (new ReflectionProperty(BinaryFileResponse::class, 'deleteFileAfterSend'))->getValue($answer);
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
