<?php

declare(strict_types=1);

namespace App\Controller;

use App\Request\NoteRequest;
use Hyperf\Contract\SessionInterface;
use Hyperf\Di\Annotation\Inject;
use Hyperf\Engine\Http\EventStream;
use Hyperf\HttpMessage\Cookie\Cookie;
use Hyperf\HttpServer\Contract\RequestInterface;
use Hyperf\HttpServer\Contract\ResponseInterface;
use RuntimeException;

class PageController
{
    #[Inject]
    protected RequestInterface $request;

    #[Inject]
    protected ResponseInterface $response;

    #[Inject]
    protected SessionInterface $session;

    public function hello(string $name)
    {
        return $this->response->json(['hello' => $name, 'query' => $this->request->getQueryParams(), 'agent' => $this->request->header('x-agent')])
            ->withHeader('X-User', $name)->withCookie(new Cookie('last', $name));
    }

    public function form()
    {
        return ['all' => $this->request->all(), 'cookies' => $this->request->getCookieParams(), 'method' => $this->request->getMethod()];
    }

    public function upload()
    {
        $file = $this->request->file('file');
        $place = BASE_PATH . '/runtime/' . $file->getClientFilename();
        $file->moveTo($place);
        return ['name' => $file->getClientFilename(), 'type' => $file->getClientMediaType(), 'content' => file_get_contents($place)];
    }

    public function file()
    {
        return $this->response->download(BASE_PATH . '/composer.json', 'notes.json');
    }

    public function away()
    {
        return $this->response->redirect('/hello/away', 302);
    }

    public function throws()
    {
        throw new RuntimeException('as it should');
    }

    public function events()
    {
        $stream = new EventStream($this->response->getConnection());
        for ($i = 1; $i <= 3; ++$i) {
            $stream->write("data: $i\n\n");
        }
        return $this->response->raw('data: last')->withHeader('X-Late', 'yes');
    }

    public function pieces()
    {
        foreach (['one ', 'two ', 'three'] as $piece) {
            $this->response->write($piece);
        }
        return $this->response->withCookie(new Cookie('late', 'yes'));
    }

    public function visits()
    {
        $visits = $this->session->get('visits', 0) + 1;
        $this->session->set('visits', $visits);
        return ['visits' => $visits];
    }

    public function note(NoteRequest $request)
    {
        return ['saved' => $request->validated()];
    }
}
