--TEST--
Manual: StringObject and ArrayObject, Constant and Http\Status
--FILE--
<?php
use Swoole\Constant;
use Swoole\Http\Status;

$text = swoole_string('  hello, swoole ')->trim();
var_dump((string) $text, $text->length(), $text->upper()->toString(), $text->indexOf('swoole'), $text->contains('hello'));
var_dump($text->startsWith('hello'), $text->endsWith('x'), (string) $text->substr(0, 5), (string) $text->replace('hello', 'bye'));
$words = _string('a,b,c')->split(',');
var_dump(get_class($words), $words->count(), (string) $words->join('-'), $words->get(1)->toString());

$array = swoole_array(['c' => 3, 'a' => 1]);
$array['b'] = 2;
var_dump($array->count(), isset($array['b']), $array->exists('z'), $array->contains(3), json_encode($array->keys()->toArray()));
$array->ksort();
foreach ($array as $key => $value) echo "$key=$value ";
echo json_encode($array->filter(fn (int $n) => $n > 1)->toArray()), ' ', json_encode($array->map(fn (int $n) => $n * 2)->values()->toArray()), "\n";
$list = swoole_array_list(1, 2, 3);
$list->push(4);
var_dump($list->pop(), $list->popFront(), $list->reduce(fn ($sum, $n) => $sum + $n), $list->first(), $list->last());
var_dump(swoole_array_default_value(['a' => 1], 'b', 'none'), Constant::OPTION_WORKER_NUM, Constant::EVENT_WORKER_START, Status::NOT_FOUND, Status::getReasonPhrase(404));
?>
--EXPECT--
string(13) "hello, swoole"
int(13)
string(13) "HELLO, SWOOLE"
int(7)
bool(true)
bool(true)
bool(false)
string(5) "hello"
string(11) "bye, swoole"
string(18) "Swoole\ArrayObject"
int(3)
string(5) "a-b-c"
string(1) "b"
int(3)
bool(true)
bool(false)
bool(true)
string(13) "["c","a","b"]"
a=1 b=2 c=3 {"b":2,"c":3} [2,4,6]
int(4)
int(1)
int(5)
int(2)
int(3)
string(4) "none"
string(10) "worker_num"
string(11) "workerStart"
int(404)
string(9) "Not Found"
