<?php
// Server-sent events: what one visitor says every open page shows. A browser whose connection broke comes back by itself
// and gets what it has missed; a reload of the server looks the same to it.
//   http://127.0.0.1:9501/ in two windows, or: curl -N http://127.0.0.1:9501/events
//   curl -d text=hello http://127.0.0.1:9501/say
use Swoole\Coroutine\Channel;
use Swoole\Http\Request;
use Swoole\Http\Response;
use Swoole\Http\Server;
use Tern\Http\EventStream;

const PAGE = <<<'HTML'
<!DOCTYPE html>
<meta charset="utf-8"><title>Events</title>
<form><input name="text" autofocus> <button>Say</button></form>
<p id="state">connecting</p>
<ul></ul>
<script>
const events = new EventSource('/events'), state = document.querySelector('#state');
events.onopen = () => state.textContent = 'connected';
events.onerror = () => state.textContent = 'connecting';
events.addEventListener('said', event => {
    const line = document.createElement('li');
    line.textContent = JSON.parse(event.data);
    document.querySelector('ul').append(line);
});
document.querySelector('form').onsubmit = event => {
    event.preventDefault();
    fetch('/say', {method: 'POST', body: new URLSearchParams(new FormData(event.target))});
    event.target.reset();
};
</script>
HTML;

/** What was said, and who listens: of one process. */
final class Room
{
    private const KEPT = 100;
    /** @var array<int, string> */
    private array $said = [];
    /** @var array<int, Channel> */
    private array $listeners = [];
    private int $last = 0;

    public function say(string $text): void
    {
        $this->said[++$this->last] = json_encode($text, JSON_THROW_ON_ERROR);
        unset($this->said[$this->last - self::KEPT]);
        foreach ($this->listeners as $news) {
            $news->isFull() || $news->push(true);  // full: it knows already that there is something new
        }
    }

    public function follow(EventStream $stream): void
    {
        $seen = (int) $stream->lastEventId();
        $news = $this->listeners[spl_object_id($stream)] = new Channel(1);
        try {
            do {
                foreach ($this->said as $id => $text) {
                    // Waits while this visitor reads slowly; the others do not notice.
                    if ($id > $seen && !$stream->send($text, 'said', (string) $id)) {
                        return;
                    }
                    $seen = max($seen, $id);
                }
            } while ($stream->isOpen() && ($seen < $this->last || $news->pop()));  // cancelled when the visitor leaves
        } finally {
            unset($this->listeners[spl_object_id($stream)]);
        }
    }
}

$server = new Server('127.0.0.1', 9501);
$server->set(['worker_num' => 1]);
$room = new Room();

$server->on('request', function (Request $request, Response $response) use ($room) {
    switch ($request->server['path_info']) {
        case '/events':
            $room->follow(new EventStream($response, $request));
            return;
        case '/say':
            $text = $request->post['text'] ?? '';
            $room->say(is_string($text) ? $text : '');
            $response->status(204);
            return $response->end();
        default:
            return $response->end(PAGE);
    }
});

$server->start();
