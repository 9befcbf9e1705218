--TEST--
Request: the arrays look built to everything that can look
--FILE--
<?php
use Swoole\Http\Request;
const TEXT = "POST /a%20b?x[a][]=1&c.d=3 HTTP/1.1\r\nHost: h\r\nX-Foo: a\r\nx-FOO: b\r\n123: n\r\n"
    . "Cookie: a=1; b=%20x\r\nCookie: c=3\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    . "Content-Length: 7\r\n\r\nq=1&w=2";
class Mine extends Request { public $get = ['mine']; public $more = 5; }
function fresh() { $r = Request::create(); $r->parse(TEXT); return $r; }
$keys = ['fd', 'streamId', 'header', 'server', 'cookie', 'get', 'files', 'post', 'tmpfiles'];
var_dump(isset(fresh()->get), empty(fresh()->post), isset(fresh()->files), isset(fresh()->get['x']['a'][0]));
$seen = [];
foreach (fresh() as $key => $value) $seen[$key] = $value;
$ways = [
    'foreach' => $seen,
    'cast' => (array) fresh(),
    'vars' => get_object_vars(fresh()),
    'json' => json_decode(json_encode(fresh()), true),
    'clone' => (array) clone fresh(),
    'reflection' => array_combine($keys, array_map(fn ($key) => (new ReflectionProperty(Request::class, $key))->getValue(fresh()), $keys)),
    'name' => array_combine($keys, array_map(fn ($key) => fresh()->$key, $keys)),
];
foreach ($ways as $way => $values) {
    unset($values['server']);
    echo $way, ' ', md5(json_encode($values)) === md5(json_encode(array_diff_key($ways['foreach'], ['server' => 1]))) ? 'same' : json_encode($values), "\n";
}
unset($seen['server']);
echo json_encode($seen), "\n";
ob_start();
var_dump(fresh()); print_r(fresh()); var_export(fresh());
echo preg_match_all('/c_d/', ob_get_clean()), "\n";

$r = fresh();
$copy = clone $r;
$one = fresh(); $two = fresh();
$one->server = $two->server = null;
var_dump($copy == $r, $copy->getContent(), $one == $two, $one == $r);
$r->get['y'] = 2;
$r->cookie = 'mine';
$r->post['q'] .= '!';
$reference = &$r->header;
$reference['host'] = 'other';
echo json_encode([$r->get, $r->cookie, $r->post, $r->header['host'], $copy->header['host']]), "\n";
unset($r->post);
var_dump(isset($r->post), @$r->post);
$r->post = [1];
echo json_encode($r->post), "\n";
try { serialize($r); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$mine = new Mine;
echo json_encode($mine), "\n";
var_dump((new Request)->header, (new Request)->getContent(), (new Request)->getMethod(), (new Request)->parse('x'), (new Request)->isCompleted());
// A cycle through a request is collected, and looking for it builds nothing.
$r = fresh(); $r->get['self'] = $r; $weak = WeakReference::create($r); unset($r, $reference);
gc_collect_cycles();
var_dump($weak->get());
?>
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(true)
foreach same
cast same
vars same
json same
clone same
reflection same
name same
{"fd":0,"streamId":0,"header":{"host":"h","x-foo":"a, b","123":"n","cookie":"a=1; b=%20x; c=3","content-type":"application\/x-www-form-urlencoded","content-length":"7"},"cookie":{"a":"1","b":" x","c":"3"},"get":{"x":{"a":["1"]},"c_d":"3"},"files":null,"post":{"q":"1","w":"2"},"tmpfiles":null}
3
bool(true)
string(7) "q=1&w=2"
bool(true)
bool(false)
[{"x":{"a":["1"]},"c_d":"3","y":2},"mine",{"q":"1!","w":"2"},"other","h"]
bool(false)
NULL
[1]
Serialization of 'Swoole\Http\Request' is not allowed
{"fd":0,"streamId":0,"header":null,"server":null,"cookie":null,"get":["mine"],"files":null,"post":null,"tmpfiles":null,"more":5}
NULL
bool(false)
bool(false)
bool(false)
bool(false)
NULL
