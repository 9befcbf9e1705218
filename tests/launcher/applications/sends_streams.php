<?php
// A kernel with the listener that sends streamed answers, as Symfony had it before 6.1. Its container has one service.
eval('namespace Symfony\Component\DependencyInjection;
interface ContainerInterface
{
    public function get(string $id): ?object;
    public function has(string $id): bool;
    public function initialized(string $id): bool;
}');

final class Services implements Symfony\Component\DependencyInjection\ContainerInterface
{
    public function __construct(private EventDispatcher $events)
    {
    }

    public function get(string $id): ?object
    {
        return $this->has($id) ? $this->events : null;
    }

    public function has(string $id): bool
    {
        return $id === 'event_dispatcher';
    }

    public function initialized(string $id): bool
    {
        return $this->has($id);
    }
}

final class SendsStreams extends Own
{
    private Services $services;
    private HttpKernel $kernel;

    public function __construct()
    {
        $events = new EventDispatcher();
        $events->addSubscriber(new Symfony\Component\HttpKernel\EventListener\StreamedResponseListener());
        $this->kernel = make_kernel($events);
        $this->services = new Services($events);
    }

    public function handle(Symfony\Component\HttpFoundation\Request $request, int $type = 1, bool $catch = true): Response
    {
        return $this->kernel->handle($request, $type, $catch);
    }

    public function getContainer(): Symfony\Component\DependencyInjection\ContainerInterface
    {
        return $this->services;
    }
}

return new SendsStreams();
