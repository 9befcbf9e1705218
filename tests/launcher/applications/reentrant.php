<?php
// The handler of psr15.php for any number of requests at a time.
#[Tern\Reentrant]
final class Reentrant implements Psr\Http\Server\RequestHandlerInterface
{
    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        return (new App())->handle($request);
    }
}
