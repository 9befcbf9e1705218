<?php

namespace App\Entity;

use Doctrine\Common\Collections\ArrayCollection;
use Doctrine\Common\Collections\Collection;
use Doctrine\ORM\Mapping as ORM;
use Symfony\Bridge\Doctrine\Validator\Constraints\UniqueEntity;
use Symfony\Component\Security\Core\User\PasswordAuthenticatedUserInterface;
use Symfony\Component\Security\Core\User\UserInterface;
use Symfony\Component\Validator\Constraints as Assert;

#[ORM\Entity]
#[ORM\Table(name: 'users')]
#[UniqueEntity('email')]
class User implements UserInterface, PasswordAuthenticatedUserInterface
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    public ?int $id = null;

    #[ORM\Column(length: 50)]
    #[Assert\NotBlank, Assert\Length(max: 50)]
    public ?string $name = null;

    #[ORM\Column(length: 100, unique: true)]
    #[Assert\NotBlank, Assert\Email]
    public ?string $email = null;

    #[ORM\Column]
    public string $password = '';

    /** What the consumer of messages has counted. */
    #[ORM\Column(nullable: true)]
    public ?int $count = null;

    /** @var Collection<int, Note> */
    #[ORM\OneToMany(mappedBy: 'user', targetEntity: Note::class, cascade: ['persist'])]
    #[ORM\OrderBy(['id' => 'ASC'])]
    public Collection $notes;

    public function __construct()
    {
        $this->notes = new ArrayCollection();
    }

    public function getUserIdentifier(): string
    {
        return (string) $this->email;
    }

    public function getPassword(): string
    {
        return $this->password;
    }

    public function getRoles(): array
    {
        return ['ROLE_USER'];
    }

    public function eraseCredentials(): void
    {
    }
}
