--TEST--
Request, Response: objects that the program does not keep serve the next request, as if they were new
--FILE--
<?php
require __DIR__ . '/../server.inc';
$server = start_server(<<<'PHP'
final class Traced { public function __destruct() { echo "destructor\n"; } }
$kept = [];
$weak = null;
$server->on('request', function ($request, $response) use (&$kept, &$weak) {
    $id = spl_object_id($request) . ' ' . spl_object_id($response);
    switch ($request->server['path_info']) {
        case '/ids': $response->end($id); return;
        case '/keep':
            $kept = [$request, $response];
            $response->end($id);
            return;
        case '/kept':
            $response->end($kept[0] === $request ? 'the same' : $kept[0]->server['path_info'] . ' ' . $kept[0]->get['a']);
            $kept = [];
            return;
        case '/change':
            $request->get = $request->header = 'changed';
            unset($request->cookie);
            $request->post = new Traced();
            $response->status(404, 'Gone Away');
            $response->header('X-Changed', 'yes');
            $response->cookie('changed', 'yes');
            $response->end('changed');
            return;
        case '/weak':
            $weak = [WeakReference::create($request), WeakReference::create($response)];
            $response->end('weak');
            return;
        case '/dynamic':
            $request->{'dynamic'} = new Traced();
            $response->end('dynamic');
            return;
        case '/reference':
            $GLOBALS['get'] = &$request->get;
            $response->end('reference');
            return;
        case '/unended': return;
        case '/look':
            $gone = $weak === null ? 'none' : json_encode([$weak[0]->get(), $weak[1]->get()]);
            $response->end(json_encode([$request->get, $request->cookie, $request->post, isset($request->dynamic),
                $request->header['host'] ?? null, $response->header, $response->cookie, $gone, $GLOBALS['get'] ?? null]));
            return;
        case '/objects':
            $classes = array_count_values(array_map(get_class(...), iterator_to_array(swoole_get_objects())));
            $response->end($classes['Swoole\Http\Request'] . ' ' . $classes['Swoole\Http\Response']);
    }
});
PHP, []);
$ids = $server->get('/ids');
echo $server->get('/ids') === $ids ? "used again\n" : "new\n";
echo $server->get('/keep?a=1') === $ids ? "used again\n" : "new\n";
echo $server->get('/ids') === $ids ? "used again\n" : "new\n";
echo $server->get('/kept?a=2'), "\n";
foreach (['/change', '/weak', '/dynamic', '/reference?a=3', '/unended'] as $path) {
    echo $path, ': ', $server->get($path), "\n";
    echo $server->get('/look?b=4'), "\n";
}
echo $server->get('/objects'), "\n";
echo $server->stop();
?>
--EXPECT--
used again
used again
new
/keep 1
/change: changed
[{"b":"4"},null,null,false,"test",null,null,"none",null]
/weak: weak
[{"b":"4"},null,null,false,"test",null,null,"[null,null]",null]
/dynamic: dynamic
[{"b":"4"},null,null,false,"test",null,null,"[null,null]",null]
/reference?a=3: reference
[{"b":"4"},null,null,false,"test",null,null,"[null,null]",{"a":"3"}]
/unended: 
[{"b":"4"},null,null,false,"test",null,null,"[null,null]",{"a":"3"}]
1 1
destructor
destructor
