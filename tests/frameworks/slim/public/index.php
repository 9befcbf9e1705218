<?php

declare(strict_types=1);

use App\Account;
use App\Visitor;
use Slim\Factory\AppFactory;

require __DIR__ . '/../vendor/autoload.php';

$app = AppFactory::create();
$app->addBodyParsingMiddleware();
$app->add(new Visitor());
$app->addRoutingMiddleware();
$app->addErrorMiddleware(false, false, false);
$app->map(['GET', 'POST'], '/hello/{name}', [Account::class, 'hello']);
$app->get('/me', [Account::class, 'show']);
$app->post('/upload', [Account::class, 'upload']);
$app->get('/throws', static fn() => throw new LogicException('thrown on purpose'));

if (PHP_SAPI !== 'cli') {
    $app->run();
}
return $app;
