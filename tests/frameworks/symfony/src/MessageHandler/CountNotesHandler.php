<?php

namespace App\MessageHandler;

use App\Entity\User;
use App\Message\CountNotes;
use Doctrine\ORM\EntityManagerInterface;
use Symfony\Component\Messenger\Attribute\AsMessageHandler;
use function count;

#[AsMessageHandler]
class CountNotesHandler
{
    public function __construct(private readonly EntityManagerInterface $manager)
    {
    }

    public function __invoke(CountNotes $message): void
    {
        $user = $this->manager->find(User::class, $message->user);
        $user->count = count($user->notes);
        $this->manager->flush();
    }
}
