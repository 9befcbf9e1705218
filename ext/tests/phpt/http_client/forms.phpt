--TEST--
Coroutine\Http\Client: forms with files, parts of files and data; files that cannot be sent
--FILE--
<?php
require __DIR__ . '/serve.inc';
use Swoole\Coroutine\Http\Server;

$folder = sys_get_temp_dir() . '/tern-forms-' . getmypid();
mkdir($folder);
file_put_contents("$folder/letters.txt", 'abcdefghij');
file_put_contents("$folder/empty", '');
file_put_contents("$folder/large.png", str_repeat(random_bytes(1024), 3000));

Co\run(function () use ($folder) {
    $server = new Server('127.0.0.1', 0);
    $server->set(['package_max_length' => 8 << 20]);
    $server->handle('/', function ($request, $response) {
        $files = array_map(fn($file) => [$file['name'], $file['type'], $file['size'], md5_file($file['tmp_name'])], $request->files ?? []);
        $response->end(json_encode([$request->post, $files], JSON_UNESCAPED_SLASHES));
    });
    go(fn() => $server->start());
    $client = new Co\Http\Client('127.0.0.1', $server->port);
    $client->set(['timeout' => 10]);

    var_dump($client->addFile("$folder/letters.txt", 'whole'));
    var_dump($client->addFile("$folder/letters.txt", 'part', 'a/b', 'renamed "x"', 2, 5), $client->addFile("$folder/letters.txt", 'rest', null, null, 8));
    var_dump($client->addData('data', 'data'), $client->addData('', 'named', 'text/plain', 'n.txt'));
    outcome($client->post('/', ['a' => '1', 'b' => ['x' => 'y', 'z']]), $client);
    echo $client->body, "\n";
    echo implode(' ', array_map('md5', ['abcdefghij', 'cdefg', 'ij', 'data', ''])), "\n";

    echo "the next request has none of it; a large one\n";
    $client->post('/', ['c' => 1]);
    echo $client->body, "\n";
    $client->addFile("$folder/large.png", 'large');
    $client->setData('text is no field');
    outcome($client->execute('/'), $client);
    var_dump(str_contains($client->body, '["large.png","image/png",3072000,"' . md5_file("$folder/large.png")), str_starts_with($client->body, '[null,'));

    echo "multipart is asked for\n";
    $client->setHeaders(['Content-Type' => 'multipart/form-data']);
    $client->post('/', ['d' => 'e']);
    echo $client->body, "\n";

    echo "cannot be\n";
    foreach ([['none', 0, 0], ['empty', 0, 0], ['letters.txt', 10, 0], ['letters.txt', 8, 3]] as [$name, $offset, $length]) {
        var_dump($client->addFile("$folder/$name", 'f', null, null, $offset, $length), basename($client->errMsg));
    }
    var_dump($client->addFile($folder, 'f'), $client->errCode);
    refused(fn() => $client->addFile("$folder/letters.txt", ''));
    refused(fn() => $client->addFile("$folder/letters.txt", 'f', "a\r\nb"));
    refused(fn() => $client->addData('x', 'f', "a\n"));
    var_dump($client->uploadFiles);

    echo "gone or smaller since\n";
    foreach (['unlink', fn($path) => file_put_contents($path, 'ab')] as $change) {
        file_put_contents("$folder/changing", 'abcdefghij');
        $client->addFile("$folder/changing", 'f');
        $change("$folder/changing");
        outcome($client->post('/', []), $client);
    }
    $server->shutdown();
});
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
ok 200 0  connected
[{"a":"1","b":{"x":"y","0":"z"}},{"whole":["letters.txt","text/plain",10,"a925576942e94b2ef57a066101b48876"],"part":["renamed %22x%22","a/b",5,"a5ec1a394250da066273a3ef3251a732"],"rest":["letters.txt","text/plain",2,"7bed657a775c37c2570786d0cbeefd88"],"data":["data","application/octet-stream",4,"8d777f385d3dfec8815d20f7496026dc"],"named":["n.txt","text/plain",0,"d41d8cd98f00b204e9800998ecf8427e"]}]
a925576942e94b2ef57a066101b48876 a5ec1a394250da066273a3ef3251a732 7bed657a775c37c2570786d0cbeefd88 8d777f385d3dfec8815d20f7496026dc d41d8cd98f00b204e9800998ecf8427e
the next request has none of it; a large one
[{"c":"1"},[]]
ok 200 0  connected
bool(true)
bool(true)
multipart is asked for
[{"d":"e"},[]]
cannot be
bool(false)
string(31) "none: No such file or directory"
bool(false)
string(25) "empty: it has fewer bytes"
bool(false)
string(31) "letters.txt: it has fewer bytes"
bool(false)
string(31) "letters.txt: it has fewer bytes"
bool(false)
int(2)
ValueError: Swoole\Coroutine\Http\Client::addFile(): Argument #2 ($name) cannot be empty
ValueError: Swoole\Coroutine\Http\Client::addFile(): Argument #3 ($type) must not contain controls
ValueError: Swoole\Coroutine\Http\Client::addData(): Argument #3 ($type) must not contain controls
NULL
gone or smaller since
failed -4 2 No such file or directory
failed -4 22 Invalid argument
