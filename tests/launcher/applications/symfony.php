<?php
// The kernel of Symfony around one controller, which asks the kernel's own service whom it serves.
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpFoundation\RequestStack;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpFoundation\StreamedResponse;
use Symfony\Component\HttpKernel\Controller\ArgumentResolver;
use Symfony\Component\HttpKernel\Controller\ControllerResolver;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\HttpKernel;
use Symfony\Component\HttpKernel\KernelEvents;

function make_kernel(EventDispatcher $events = new EventDispatcher()): HttpKernel
{
    $stack = new RequestStack();
    $events->addListener(KernelEvents::REQUEST, fn(RequestEvent $event) => $event->getRequest()->attributes->set('_controller', controller($stack)));
    return new HttpKernel($events, new ControllerResolver(), $stack, new ArgumentResolver());
}

function controller(RequestStack $stack): Closure
{
    return function () use ($stack): Response {
        $user = fn(): string => $stack->getMainRequest()->query->get('user') . ' ' . $stack->getCurrentRequest()->query->get('user');
        if ($stack->getCurrentRequest()->getPathInfo() === '/stream') {
            return new StreamedResponse(function () {
                echo 'one ';
                ob_flush();
                echo wait_at_door('stream');
            });
        }
        $asked = $stack->getCurrentRequest()->query->get('user');
        wait_at_door($asked);
        return new Response("asked by $asked, answered for " . $user());
    };
}
