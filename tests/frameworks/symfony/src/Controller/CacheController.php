<?php

namespace App\Controller;

use Doctrine\DBAL\Connection;
use Psr\Cache\CacheItemPoolInterface;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Component\DependencyInjection\Attribute\Autowire;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Routing\Attribute\Route;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\Cache\ItemInterface;
use Symfony\Contracts\Cache\TagAwareCacheInterface;
use Tern\Cache;

class CacheController extends AbstractController
{
    /** It is computed when so many requests have asked for it. */
    #[Route('/cache/report/{how}/{requests}')]
    public function report(string $how, int $requests, #[Autowire(service: 'reports')] CacheInterface $reports, #[Autowire(service: 'tagged')] TagAwareCacheInterface $tagged, Connection $database): Response
    {
        Cache::shared()->increment("asked for $how");
        $report = ($how === 'tagged' ? $tagged : $reports)->get('report', function (ItemInterface $item) use ($how, $requests, $database): string {
            $item->expiresAfter(60);
            $how === 'tagged' && $item->tag(['reports', 'users']);
            while (Cache::shared()->get("asked for $how") < $requests) {
                usleep(1000);
            }
            return $database->fetchOne("SELECT '$how' AS report, COUNT(*) FROM users");
        });
        return $this->json([$report, getmypid()]);
    }

    #[Route('/cache/invalidate')]
    public function invalidate(#[Autowire(service: 'tagged')] TagAwareCacheInterface $tagged): Response
    {
        return $this->json($tagged->invalidateTags(['users']));
    }

    #[Route('/cache/has')]
    public function has(#[Autowire(service: 'reports')] CacheItemPoolInterface $reports, #[Autowire(service: 'tagged')] CacheItemPoolInterface $tagged): Response
    {
        return $this->json([$reports->hasItem('report'), $tagged->getItem('report')->isHit(), getmypid()]);
    }

    #[Route('/cache/clear')]
    public function clear(#[Autowire(service: 'reports')] CacheItemPoolInterface $reports): Response
    {
        return $this->json($reports->clear());
    }
}
