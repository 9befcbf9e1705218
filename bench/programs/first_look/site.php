<?php
// A small site as PSR-15 has it: middleware around a router, and a template.
final class Request
{
    /** @param array<string, mixed> $attributes */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $attributes = [],
    ) {
    }

    public function with(string $name, mixed $value): self
    {
        return new self($this->method, $this->path, [$name => $value] + $this->attributes);
    }
}

final class Response
{
    /** @param array<string, string> $fields */
    public function __construct(
        public readonly int $status,
        public readonly string $body,
        public readonly array $fields = [],
    ) {
    }

    public function with(string $name, string $value): self
    {
        return new self($this->status, $this->body, [$name => $value] + $this->fields);
    }
}

interface Handler
{
    public function handle(Request $request): Response;
}

interface Middleware
{
    public function process(Request $request, Handler $next): Response;
}

final class Pipeline implements Handler
{
    /** @param list<Middleware> $pipes */
    public function __construct(private array $pipes, private Handler $last)
    {
    }

    public function handle(Request $request): Response
    {
        if ($this->pipes === []) {
            return $this->last->handle($request);
        }
        return $this->pipes[0]->process($request, new self(array_slice($this->pipes, 1), $this->last));
    }
}

final class ContentType implements Middleware
{
    public function process(Request $request, Handler $next): Response
    {
        return $next->handle($request)->with('Content-Type', 'text/html');
    }
}

final class Hardening implements Middleware
{
    public function process(Request $request, Handler $next): Response
    {
        return $next->handle($request)->with('X-Content-Type-Options', 'nosniff')->with('X-Frame-Options', 'DENY');
    }
}

final class Router implements Middleware
{
    /** @var list<array{string, string, Handler}> method, pattern, handler */
    private array $routes = [];

    public function add(string $method, string $pattern, Handler $handler): self
    {
        $this->routes[] = [$method, '#^' . preg_replace('/\{(\w+)\}/', '(?<$1>[^/]+)', $pattern) . '$#D', $handler];
        return $this;
    }

    public function process(Request $request, Handler $next): Response
    {
        foreach ($this->routes as [$method, $pattern, $handler]) {
            if ($method === $request->method && preg_match($pattern, $request->path, $found)) {
                return $handler->handle($request->with('route', $found));
            }
        }
        return $next->handle($request);
    }
}

final class NotFound implements Handler
{
    public function handle(Request $request): Response
    {
        return new Response(404, 'There is no such page.');
    }
}

final class Page implements Handler
{
    /** @param array<string, mixed> $values */
    public function __construct(private string $template, private array $values)
    {
    }

    public function handle(Request $request): Response
    {
        extract($this->values + ['route' => $request->attributes['route']]);
        ob_start();
        require $this->template;
        return new Response(200, (string) ob_get_clean());
    }
}

/** Built once where the process outlives a request. */
function site(): Handler
{
    /** @var ?Handler $site */
    static $site = null;
    return $site ??= new Pipeline([new Hardening(), new ContentType(), routes()], new NotFound());
}

function routes(): Router
{
    $entries = [];
    for ($i = 1; $i <= 12; ++$i) {
        $entries[] = ['title' => "Entry number $i", 'link' => "/blog/entry-$i", 'date' => sprintf('2018-03-%02d', $i),
            'tags' => ['php', 'servers & clients'], 'text' => str_repeat('A sentence of the entry, not a short one. ', 5)];
    }
    $menu = ['/' => 'Home', '/blog' => 'Blog', '/talks' => 'Talks', '/about' => 'About', '/contact' => 'Contact'];
    $page = fn(array $entries) => new Page(__DIR__ . '/home.phtml', ['menu' => $menu, 'entries' => $entries]);
    return (new Router())
        ->add('GET', '/blog/{entry}', $page([$entries[0]]))
        ->add('GET', '/blog', $page($entries))
        ->add('GET', '/', $page($entries));
}
