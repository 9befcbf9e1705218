<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Doctrine\DBAL\Connection;
use Doctrine\Persistence\ConnectionRegistry;
use LogicException;
use Swoole\ExitException;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\EventDispatcher\EventDispatcherInterface;
use Symfony\Component\HttpKernel\Event\ExceptionEvent;
use Symfony\Component\HttpKernel\EventListener\StreamedResponseListener;
use Symfony\Component\HttpKernel\KernelEvents;
use Symfony\Component\HttpKernel\KernelInterface;
use Tern\Internal\ProgramState;
use function class_exists;
use function is_array;
use function is_callable;

/** What a request leaves in a Symfony kernel and its process, and what kernel.reset knows nothing of. */
final class KernelState
{
    private const ERROR = 500;
    /** PHP's own name for this process, "cli", says something else. */
    private const SERVER = ['APP_RUNTIME_MODE' => 'web=1&worker=1', 'VAR_DUMPER_FORMAT' => 'html'];

    private ?ContainerInterface $container = null;
    private ?Settings $settings = null;
    private ?ProgramState $engine = null;

    public function __construct(private readonly KernelInterface $kernel)
    {
        $_SERVER += self::SERVER;
    }

    public function beforeRequest(): void
    {
        $this->kernel->boot();
        $this->settings ??= new Settings('session.');  // a service has set these once
        $this->engine ??= new ProgramState(static fn(): null => null);
        try {
            $container = $this->kernel->getContainer();
        } catch (LogicException) {
            return;  // the kernel has none
        }
        if ($container !== $this->container) {
            $this->container = $container;
            $events = $container->has('event_dispatcher') ? $container->get('event_dispatcher') : null;
            $events instanceof EventDispatcherInterface && self::changeListeners($events);
        }
    }

    private static function changeListeners(EventDispatcherInterface $events): void
    {
        // exit() is an exception here, of which the kernel must not make the page of an error.
        $events->addListener(KernelEvents::EXCEPTION, static function (ExceptionEvent $event): void {
            $event->getThrowable() instanceof ExitException && throw $event->getThrowable();
        }, PHP_INT_MAX);
        // Before Symfony 6.1 it prints what is streamed while the kernel handles the request.
        foreach (class_exists(StreamedResponseListener::class) ? $events->getListeners(KernelEvents::RESPONSE) : [] as $listener) {
            if (is_callable($listener) && is_array($listener) && $listener[0] instanceof StreamedResponseListener) {
                $events->removeListener(KernelEvents::RESPONSE, $listener);
            }
        }
    }

    public function afterRequest(int $status): void
    {
        $this->engine?->restoreHandlers();
        $this->settings?->restore();
        foreach ($this->connections() as $connection) {
            // With an open transaction it would be of no use to the next request; after an error it may be lost.
            if ($connection->isConnected() && ($status >= self::ERROR || $connection->isTransactionActive())) {
                $connection->close();
            }
        }
    }

    /** @return list<Connection> those of Doctrine that a request has made */
    private function connections(): array
    {
        $doctrine = $this->container?->initialized('doctrine') === true ? $this->container->get('doctrine') : null;
        $found = [];
        foreach ($doctrine instanceof ConnectionRegistry ? $doctrine->getConnectionNames() : [] as $id) {
            $connection = $this->container?->initialized($id) === true ? $this->container->get($id) : null;
            if ($connection instanceof Connection) {
                $found[] = $connection;
            }
        }
        return $found;
    }
}
