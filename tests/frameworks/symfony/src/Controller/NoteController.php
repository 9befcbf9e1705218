<?php

namespace App\Controller;

use App\Entity\Note;
use App\Form\NoteType;
use App\Message\CountNotes;
use Doctrine\ORM\EntityManagerInterface;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Messenger\MessageBusInterface;
use Symfony\Component\Routing\Attribute\Route;

class NoteController extends AbstractController
{
    #[Route('/notes', name: 'notes', methods: ['GET', 'POST'])]
    public function notes(Request $request, EntityManagerInterface $manager): Response
    {
        $form = $this->createForm(NoteType::class, $note = new Note())->handleRequest($request);
        if (!$form->isSubmitted() || !$form->isValid()) {
            return $this->render('notes.html.twig', ['notes' => $this->getUser()->notes, 'form' => $form]);
        }
        $note->user = $this->getUser();
        $manager->wrapInTransaction(fn() => $manager->persist($note));
        $this->addFlash('message', 'Saved');
        return $this->redirectToRoute('notes');
    }

    #[Route('/count', methods: ['POST'])]
    public function count(MessageBusInterface $bus): Response
    {
        $bus->dispatch(new CountNotes($this->getUser()->id));
        return $this->json(['sent' => true]);
    }

    #[Route('/count', methods: ['GET'])]
    public function counted(): Response
    {
        return $this->json(['count' => $this->getUser()->count]);
    }
}
