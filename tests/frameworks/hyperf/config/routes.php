<?php

declare(strict_types=1);

use App\Controller\PageController;
use App\Controller\ParallelController;
use App\Controller\ServiceController;
use App\Controller\SocketController;
use Hyperf\HttpServer\Router\Router;

Router::get('/hello/{name}', [PageController::class, 'hello']);
Router::post('/form', [PageController::class, 'form']);
Router::post('/upload', [PageController::class, 'upload']);
Router::get('/file', [PageController::class, 'file']);
Router::get('/away', [PageController::class, 'away']);
Router::get('/throws', [PageController::class, 'throws']);
Router::get('/events', [PageController::class, 'events']);
Router::get('/pieces', [PageController::class, 'pieces']);
Router::get('/visits', [PageController::class, 'visits']);
Router::post('/notes', [PageController::class, 'note']);

Router::get('/database', [ServiceController::class, 'database']);
Router::get('/redis', [ServiceController::class, 'redis']);
Router::get('/cache', [ServiceController::class, 'cache']);
Router::get('/queue/{text}', [ServiceController::class, 'queue']);
Router::get('/task', [ServiceController::class, 'task']);
Router::get('/client', [ServiceController::class, 'client']);
Router::get('/push/{fd}/{text}', [ServiceController::class, 'push']);

Router::get('/parallel', [ParallelController::class, 'parallel']);
Router::get('/channel', [ParallelController::class, 'channel']);
Router::get('/context', [ParallelController::class, 'context']);

Router::addServer('socket', function (): void {
    Router::get('/', SocketController::class);
});
