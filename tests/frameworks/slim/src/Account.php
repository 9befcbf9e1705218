<?php

declare(strict_types=1);

namespace App;

use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;

final class Account
{
    /** @param array<string, string> $arguments */
    public function hello(ServerRequestInterface $request, ResponseInterface $response, array $arguments): ResponseInterface
    {
        return $this->json($response, [
            'name' => $arguments['name'],
            'query' => $request->getQueryParams(),
            'body' => $request->getParsedBody(),
            'host' => $request->getUri()->getHost(),
            'path' => $request->getUri()->getPath(),
        ])->withAddedHeader('Set-Cookie', 'user=' . $arguments['name'] . '; path=/')->withAddedHeader('Set-Cookie', 'seen=1; path=/');
    }

    public function show(ServerRequestInterface $request, ResponseInterface $response): ResponseInterface
    {
        usleep((int) ($request->getQueryParams()['ms'] ?? 0) * 1000);
        return $this->json($response, ['name' => Visitor::$name]);
    }

    public function upload(ServerRequestInterface $request, ResponseInterface $response): ResponseInterface
    {
        $file = $request->getUploadedFiles()['file'];
        return $this->json($response, [$file->getClientFilename(), (string) $file->getStream(), $request->getParsedBody()]);
    }

    private function json(ResponseInterface $response, mixed $value): ResponseInterface
    {
        $response->getBody()->write(json_encode($value, JSON_THROW_ON_ERROR));
        return $response->withHeader('Content-Type', 'application/json');
    }
}
