--TEST--
The manual's forms: post, files that are uploaded, getContent(), getData(), getMethod()
--FILE--
<?php
require __DIR__ . '/server_program.inc';
$program = start_program(function () {
    $http = new Swoole\Http\Server('127.0.0.1', 0);
    $http->set(['worker_num' => 1, 'package_max_length' => 10 << 20, 'upload_tmp_dir' => sys_get_temp_dir()]);
    $http->on('request', function (Swoole\Http\Request $request, Swoole\Http\Response $response) {
        $text = [$request->getMethod(), $request->post, $request->getContent() === $request->rawContent(), $request->isCompleted()];
        if (isset($request->files['photo'])) {
            $file = $request->files['photo'];
            $text[] = [$file['name'], $file['type'], $file['error'], $file['size'], file_get_contents($file['tmp_name']), count($request->tmpfiles)];
            $target = sys_get_temp_dir() . '/tern-upload-' . getmypid();
            $text[] = [is_uploaded_file($file['tmp_name']), move_uploaded_file($file['tmp_name'], $target), unlink($target)];
        } else {
            $text[] = [$request->getContent(), str_starts_with($request->getData(), 'POST /form HTTP/1.1'), str_ends_with($request->getData(), $request->getContent())];
        }
        $response->end(json_encode($text));
    });
    return $http;
});
echo explode("\n\n", $program->request('/form', 'POST', ['Content-Type' => 'application/x-www-form-urlencoded'], 'name=Ann&list[]=1&list[]=2'))[1], "\n";
echo explode("\n\n", $program->request('/form', 'POST', ['Content-Type' => 'application/json'], '{"a": 1}'))[1], "\n";
$parts = "--X\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nMine\r\n" .
    "--X\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"me.png\"\r\nContent-Type: image/png\r\n\r\nbytes\r\n--X--\r\n";
echo explode("\n\n", $program->request('/form', 'POST', ['Content-Type' => 'multipart/form-data; boundary=X'], $parts))[1], "\n";
$program->stop();
?>
--EXPECT--
["POST",{"name":"Ann","list":["1","2"]},true,true,["name=Ann&list[]=1&list[]=2",true,true]]
["POST",null,true,true,["{\"a\": 1}",true,true]]
["POST",{"title":"Mine"},true,true,["me.png","image\/png",0,5,"bytes",1],[true,true,true]]
