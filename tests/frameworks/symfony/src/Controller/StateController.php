<?php

namespace App\Controller;

use App\Entity\User;
use App\Service\Basket;
use Doctrine\DBAL\Connection;
use Doctrine\DBAL\Exception\UniqueConstraintViolationException;
use Doctrine\Persistence\ManagerRegistry;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Bundle\SecurityBundle\Security;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\RequestStack;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Routing\Attribute\Route;
use Symfony\Component\Routing\RouterInterface;
use function count;
use function ini_get;

/** What a request leaves in the application and its services, and what the next one finds. */
class StateController extends AbstractController
{
    public function __construct(
        private readonly ManagerRegistry $doctrine,
        private readonly Connection $connection,
        private readonly Basket $basket,
        private readonly RouterInterface $router,
        private readonly Security $security,
        private readonly RequestStack $stack,
    ) {
    }

    #[Route('/set', methods: ['GET'])]
    public function set(Request $request): Response
    {
        $this->basket->things[] = 'changed';
        $request->setLocale('de');
        $request->getSession()->set('changed', true);
        $this->addFlash('message', 'changed');
        $this->router->getContext()->setHost('changed')->setParameter('changed', 'changed');
        $this->addUser();
        $this->connection->beginTransaction();
        $this->addUser();
        date_default_timezone_set('Asia/Tokyo');
        ini_set('precision', '3');
        setlocale(LC_ALL, 'C.UTF-8');
        mb_internal_encoding('ISO-8859-1');
        set_error_handler(fn() => true);
        return new Response('set');
    }

    private function addUser(): void
    {
        $user = new User();
        [$user->name, $user->email] = ['Changed', uniqid('', true) . '@example.com'];
        $manager = $this->doctrine->getManager();
        $manager->persist($user);
        $manager->flush();
    }

    #[Route('/look', methods: ['GET'])]
    public function look(Request $request): Response
    {
        $manager = $this->doctrine->getManager();
        return $this->json([
            'basket' => $this->basket->things,
            'locale' => $request->getLocale(),
            'session' => $request->hasPreviousSession(),
            'router' => [$this->router->getContext()->getHost(), $this->router->getContext()->getParameters()],
            'requests' => $this->stack->getMainRequest() === $request && $this->stack->getCurrentRequest() === $request,
            'user' => $this->security->getUser()?->getUserIdentifier(),
            'manager' => [$manager->isOpen(), $manager->getUnitOfWork()->size()],
            'transaction' => $this->connection->isTransactionActive(),
            'zone' => date_default_timezone_get(),
            'ini' => ini_get('precision'),
            'system' => [setlocale(LC_ALL, '0'), mb_internal_encoding(), get_debug_type(set_error_handler(null))],
        ]);
    }

    #[Route('/users', methods: ['GET'])]
    public function users(): Response
    {
        return $this->json(count($this->doctrine->getRepository(User::class)->findAll()));
    }

    /** An error of the database closes the entity manager. */
    #[Route('/closes', methods: ['GET'])]
    public function closes(): Response
    {
        $manager = $this->doctrine->getManager();
        foreach ([1, 2] as $_) {
            $user = new User();
            [$user->name, $user->email] = ['Twice', 'twice@example.com'];
            $manager->persist($user);
        }
        try {
            $manager->flush();
        } catch (UniqueConstraintViolationException) {
        }
        return $this->json($manager->isOpen());
    }

    #[Route('/loses', methods: ['GET'])]
    public function loses(): Response
    {
        $this->connection->executeStatement('KILL CONNECTION ' . $this->connection->fetchOne('SELECT CONNECTION_ID()'));
        return $this->json($this->connection->fetchOne('SELECT 1'));
    }
}
