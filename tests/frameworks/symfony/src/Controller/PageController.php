<?php

namespace App\Controller;

use App\Service\Visitor;
use Doctrine\DBAL\Connection;
use RuntimeException;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Bundle\SecurityBundle\Security;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\RequestStack;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Routing\Attribute\Route;
use Symfony\Component\Routing\Generator\UrlGeneratorInterface;

class PageController extends AbstractController
{
    /** Another request of this worker has its turn while the database waits. */
    #[Route('/wait', methods: ['GET'])]
    public function wait(Request $request, RequestStack $stack, Security $security, Visitor $visitor, Connection $connection): Response
    {
        $name = $this->getUser()->name;
        $visitor->name = Visitor::$last = $name;
        $request->getSession()->set('name', $name);
        $connection->executeQuery('SELECT SLEEP(?)', [$request->query->getInt('ms') / 1000])->fetchOne();
        return $this->json(array_values(array_unique([$name, $this->getUser()->name, $security->getUser()->name, $visitor->name, Visitor::$last,
            $request->getSession()->get('name'), $stack->getMainRequest()->query->get('user', $name)])));
    }

    #[Route('/compute', methods: ['GET'])]
    public function compute(Request $request): Response
    {
        $hash = $request->query->get('seed', '');
        for ($i = 0; $i < 1000; ++$i) {
            $hash = md5($hash);
        }
        return new Response($hash, 200, ['Content-Type' => 'text/plain']);
    }

    #[Route('/client', name: 'client', methods: ['GET'])]
    public function client(Request $request): Response
    {
        return $this->json([
            'address' => $request->getClientIp(),
            'secure' => $request->isSecure(),
            'host' => $request->getHost(),
            'here' => $request->getUri(),
            'url' => $this->generateUrl('client', ['a' => 1], UrlGeneratorInterface::ABSOLUTE_URL),
        ]);
    }

    #[Route('/throws', methods: ['GET'])]
    public function throws(): Response
    {
        throw new RuntimeException('thrown on purpose');
    }

    #[Route('/printed', methods: ['GET'])]
    public function printed(): Response
    {
        echo 'printed, ';
        return new Response('returned');
    }

    #[Route('/exits', methods: ['GET'])]
    public function exits(): Response
    {
        echo 'printed, ';
        exit('and the end');
    }

    #[Route('/dump', methods: ['GET'])]
    public function dump(): Response
    {
        dd('dumped');
    }
}
