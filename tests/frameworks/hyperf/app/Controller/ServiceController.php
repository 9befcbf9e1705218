<?php

declare(strict_types=1);

namespace App\Controller;

use App\Job\NoteJob;
use App\Task\Sum;
use GuzzleHttp\Client;
use GuzzleHttp\HandlerStack;
use Hyperf\AsyncQueue\Driver\DriverFactory;
use Hyperf\DbConnection\Db;
use Hyperf\Di\Annotation\Inject;
use Hyperf\Guzzle\ClientFactory;
use Hyperf\Guzzle\CoroutineHandler;
use Hyperf\Guzzle\HandlerStackFactory;
use Hyperf\Guzzle\PoolHandler;
use Hyperf\Pool\SimplePool\PoolFactory;
use Hyperf\Redis\Redis;
use Hyperf\WebSocketServer\Sender;
use Psr\Container\ContainerInterface;
use Psr\SimpleCache\CacheInterface;
use function Hyperf\Coroutine\parallel;
use function Hyperf\Support\env;

class ServiceController
{
    #[Inject]
    protected ContainerInterface $container;

    #[Inject]
    protected Redis $redis;

    /** Twelve coroutines share the ten connections of the pool. */
    public function database()
    {
        Db::statement('create table if not exists notes (id int primary key auto_increment, text varchar(20))');
        $number = Db::table('notes')->insertGetId(['text' => 'first']);
        $found = parallel(array_fill(0, 12, fn() => Db::selectOne('select text, sleep(0.01) slept from notes where id = ?', [$number])->text));
        Db::transaction(fn() => Db::table('notes')->where('id', $number)->update(['text' => 'second']));
        return ['found' => array_count_values($found), 'text' => Db::table('notes')->find($number)->text];
    }

    public function redis()
    {
        $this->redis->del('list');
        parallel(array_map(fn($number) => fn() => $this->redis->lPush('list', (string) $number), range(1, 20)));
        return ['count' => $this->redis->lLen('list'), 'piped' => $this->redis->multi(\Redis::PIPELINE)->set('a', '1')->get('a')->exec()];
    }

    public function cache()
    {
        $cache = $this->container->get(CacheInterface::class);
        return ['set' => $cache->set('key', ['value' => 1], 10), 'get' => $cache->get('key')];
    }

    public function queue(string $text)
    {
        $pushed = $this->container->get(DriverFactory::class)->get('default')->push(new NoteJob($text));
        return ['pushed' => $pushed, 'handled' => $this->redis->brPop(["job:$text"], 10)[1] ?? null];
    }

    public function task()
    {
        return ['sum' => $this->container->get(Sum::class)->sum(2, 3)];
    }

    public function client()
    {
        $base = 'http://127.0.0.1:' . env('NOTES_PORT');
        $pooled = HandlerStack::create(new PoolHandler($this->container->get(PoolFactory::class), ['max_connections' => 2]));
        $clients = [
            'coroutine' => new Client(['base_uri' => $base, 'handler' => HandlerStack::create(new CoroutineHandler())]),
            'pool' => new Client(['base_uri' => $base, 'handler' => $pooled]),
            'stack' => new Client(['base_uri' => $base, 'handler' => (new HandlerStackFactory())->create()]),
            'factory' => $this->container->get(ClientFactory::class)->create(['base_uri' => $base]),
            'curl' => new Client(['base_uri' => $base]),
        ];
        return parallel(array_map(fn(Client $client) => fn() => $this->visit($client), $clients));
    }

    private function visit(Client $client): array
    {
        $hello = $client->get('/hello/guzzle', ['query' => ['a' => 'b'], 'headers' => ['X-Agent' => 'guzzle'], 'timeout' => 5]);
        $form = $client->post('/form', ['form_params' => ['a' => 'b'], 'timeout' => 5]);
        $missing = $client->get('/nothing', ['http_errors' => false, 'timeout' => 5]);
        $moved = $client->get('/away', ['allow_redirects' => true, 'timeout' => 5]);
        return [json_decode((string) $hello->getBody(), true), json_decode((string) $form->getBody(), true)['all'], $missing->getStatusCode(),
            json_decode((string) $moved->getBody(), true)['hello']];
    }

    public function push(int $fd, string $text)
    {
        $this->container->get(Sender::class)->push($fd, $text);
        return ['pushed' => true];
    }
}
