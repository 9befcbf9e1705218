<?php
final class Current
{
    public static ?string $user = null;
}

function current_user(): ?string
{
    return Current::$user;
}

return new class implements Psr\Http\Server\RequestHandlerInterface {
    public function handle(ServerRequestInterface $request): Psr\Http\Message\ResponseInterface
    {
        Current::$user = $GLOBALS['user'] = $request->getQueryParams()['user'] ?? '';
        $answer = (new App())->handle($request);
        $answer->getBody()->seek(0, SEEK_END);
        $answer->getBody()->write(' ' . current_user());
        return $GLOBALS['user'] === current_user() ? $answer : $answer->withStatus(500);
    }
};
