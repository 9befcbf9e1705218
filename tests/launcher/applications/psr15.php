<?php
// A handler of PSR-15 with a service that knows the user.
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;

final class CurrentUser
{
    public string $name = 'nobody';
}

final class App implements Psr\Http\Server\RequestHandlerInterface
{
    public static int $made = 0;
    private int $number;

    public function __construct(private CurrentUser $user = new CurrentUser())
    {
        $this->number = ++self::$made;
    }

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        $asked = $this->user->name = $request->getQueryParams()['user'] ?? 'nobody';
        $order = wait_at_door($asked);
        if ($order === 'throw') {
            throw new RuntimeException('as told');
        }
        if ($order === 'exit') {
            exit('as told');
        }
        return new Nyholm\Psr7\Response(200, ['X-App' => $this->number], "asked by $asked, answered for {$this->user->name}");
    }
}
