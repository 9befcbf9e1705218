<?php

namespace App\Controller;

use SplTempFileObject;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Component\HttpFoundation\BinaryFileResponse;
use Symfony\Component\HttpFoundation\EventStreamResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpFoundation\ServerEvent;
use Symfony\Component\HttpFoundation\StreamedResponse;
use Symfony\Component\Routing\Attribute\Route;

class FileController extends AbstractController
{
    public function __construct(private readonly string $storage)
    {
    }

    #[Route('/upload', methods: ['POST'])]
    public function upload(Request $request): Response
    {
        $given = $request->files->get('file');
        $file = $given->move($this->storage, uniqid('upload-'));
        return $this->json(['name' => $given->getClientOriginalName(), 'size' => $file->getSize(), 'sha1' => sha1($file->getContent())]);
    }

    #[Route('/download', methods: ['GET'])]
    public function download(Request $request): Response
    {
        $file = new BinaryFileResponse(__DIR__ . '/../../data/lines.txt', 200, [], true, 'attachment', true);
        $file->isNotModified($request);
        return $file;
    }

    #[Route('/once', methods: ['GET'])]
    public function once(): Response
    {
        $path = "$this->storage/once-" . uniqid() . '.txt';
        file_put_contents($path, 'sent only once');
        return $this->file($path, 'once.txt')->deleteFileAfterSend();
    }

    /** A file that has no name. */
    #[Route('/made', methods: ['GET'])]
    public function made(): Response
    {
        $file = new SplTempFileObject();
        $file->fwrite('made for this request');
        $file->rewind();
        return new BinaryFileResponse($file, 200, ['Content-Type' => 'text/plain'], true, null, false, false);
    }

    #[Route('/lines', methods: ['GET'])]
    public function lines(): Response
    {
        return new StreamedResponse(function () {
            foreach (range(1, 1000) as $line) {
                echo "line $line\n";
            }
            ob_get_level() > 0 && ob_flush();
            flush();
            echo 'the end';
        }, 200, ['Content-Type' => 'text/plain']);
    }

    /** Long answers are often written without the buffer that the program finds. */
    #[Route('/unbuffered', methods: ['GET'])]
    public function unbuffered(Request $request): Response
    {
        return new StreamedResponse(function () use ($request) {
            echo 'one, ';
            ob_get_level() > 0 && ob_end_flush();
            while ($request->query->has('all') && ob_get_level() > 0) {
                ob_end_flush();
            }
            echo 'two';
            $request->query->has('exit') && exit();
            echo ', three';
        }, 200, ['Content-Type' => 'text/plain']);
    }

    /** The second event waits for a file. */
    #[Route('/events', methods: ['GET'])]
    public function events(Request $request): Response
    {
        $awaited = "$this->storage/" . basename($request->query->get('file', ''));
        return new EventStreamResponse(function () use ($awaited) {
            yield new ServerEvent('one', 'number', id: '1');
            while (!file_exists($awaited)) {
                usleep(1000);
                clearstatcache();
            }
            yield new ServerEvent('two');
        });
    }
}
