<?php
// A kernel of Symfony that tells what the request has that it is given.
use Symfony\Component\HttpFoundation as Http;
use Symfony\Component\HttpKernel\HttpKernelInterface;
use Symfony\Component\HttpKernel\TerminableInterface;

final class Kernel implements HttpKernelInterface, TerminableInterface
{
    private string $terminated = 'nothing';

    public function handle(Http\Request $request, int $type = self::MAIN_REQUEST, bool $catch = true): Http\Response
    {
        if ($request->getPathInfo() === '/file') {
            return new Http\BinaryFileResponse(__FILE__);
        }
        if ($request->getPathInfo() === '/stream') {
            return new Http\StreamedResponse(function () {
                echo 'one ';
                flush();
                echo 'two';
            });
        }
        $files = array_map(fn($file) => [$file->getClientOriginalName(), $file->isValid(), $file->getContent()], $request->files->all());
        $response = new Http\JsonResponse([$request->getMethod(), $request->getUri(), $request->query->all(), $request->request->all(),
            $request->cookies->all(), $request->getContent(), $request->headers->get('X-Own'), $files, $this->terminated]);
        $response->headers->setCookie(Http\Cookie::create('a', '1'));
        $response->headers->setCookie(Http\Cookie::create('b', '2'));
        return $response->setStatusCode(203);
    }

    public function terminate(Http\Request $request, Http\Response $response): void
    {
        $this->terminated = $request->getPathInfo();
    }
}
