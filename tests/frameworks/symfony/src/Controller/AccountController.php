<?php

namespace App\Controller;

use App\Entity\User;
use App\Form\RegistrationType;
use App\Service\Basket;
use App\Service\Visitor;
use Doctrine\ORM\EntityManagerInterface;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Bundle\SecurityBundle\Security;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\PasswordHasher\Hasher\UserPasswordHasherInterface;
use Symfony\Component\Routing\Attribute\Route;
use Symfony\Component\Security\Http\Authentication\AuthenticationUtils;

class AccountController extends AbstractController
{
    #[Route('/register', name: 'register', methods: ['GET', 'POST'])]
    public function register(Request $request, EntityManagerInterface $manager, UserPasswordHasherInterface $hasher, Security $security): Response
    {
        $form = $this->createForm(RegistrationType::class, $user = new User())->handleRequest($request);
        if (!$form->isSubmitted() || !$form->isValid()) {
            return $this->render('register.html.twig', ['form' => $form]);
        }
        $user->password = $hasher->hashPassword($user, $form->get('password')->getData());
        $manager->persist($user);
        $manager->flush();
        $security->login($user, 'form_login', 'main');
        $this->addFlash('message', "Welcome, $user->name");
        return $this->redirectToRoute('notes');
    }

    #[Route('/login', name: 'login', methods: ['GET', 'POST'])]
    public function login(AuthenticationUtils $utils): Response
    {
        return $this->render('login.html.twig', ['error' => $utils->getLastAuthenticationError(), 'name' => $utils->getLastUsername()]);
    }

    #[Route('/me', methods: ['GET', 'PUT'])]
    public function me(Request $request, Security $security, Visitor $visitor, Basket $basket): Response
    {
        $visits = $request->getSession()->get('visits', 0) + 1;
        $request->getSession()->set('visits', $visits);
        $basket->things[] = 'visit';
        return $this->json([
            'name' => $this->getUser()->name,
            'email' => $security->getUser()->getUserIdentifier(),
            'visits' => $visits,
            'locale' => $request->getLocale(),
            'basket' => $basket->things,
            'given' => $request->request->all(),
        ]);
    }
}
