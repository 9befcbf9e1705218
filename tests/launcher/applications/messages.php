<?php
// Tells what the message has that it is given; the test says of which class its answer is.
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;

return new class implements Psr\Http\Server\RequestHandlerInterface {
    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        $body = json_encode([
            $request->getMethod(), (string) $request->getUri(), $request->getQueryParams(), $request->getCookieParams(),
            $request->getParsedBody(), (string) $request->getBody(), $request->getHeaderLine('X-Own'),
            array_map(fn($file) => [$file->getClientFilename(), (string) $file->getStream()], $request->getUploadedFiles()),
        ]);
        $answer = (new (getenv('TERN_TEST_ANSWER'))(202))->withHeader('X-Two', ['a', 'b'])->withAddedHeader('Set-Cookie', 'a=1')->withAddedHeader('Set-Cookie', 'b=2');
        $answer->getBody()->write($request->getUri()->getPath() === '/long' ? str_repeat('long', 100000) : $body);
        return $answer;
    }
};
