--TEST--
Streams async.file:// are files
--FILE--
<?php
$folder = __DIR__ . '/async_file.tmp';
$url = "async.file://$folder";
Co\run(function () use ($folder, $url) {
    var_dump(mkdir($url), is_dir($url), file_put_contents("$url/a", 'hello'), file_get_contents("$url/a"), filesize("$url/a"));
    var_dump(rename("$url/a", "$url/b"), scandir($url), touch("$url/b", 1000), filemtime("$folder/b"));
    $file = fopen("$url/b", 'r+');
    var_dump(fseek($file, 1), fread($file, 2), fwrite($file, 'LO'), fclose($file), file_get_contents("ASYNC.FILE://$folder/b"));
    var_dump(unlink("$url/b"), rmdir($url), @file_get_contents("$url/none"), file_exists($folder));
});
?>
--EXPECT--
bool(true)
bool(true)
int(5)
string(5) "hello"
int(5)
bool(true)
array(3) {
  [0]=>
  string(1) "."
  [1]=>
  string(2) ".."
  [2]=>
  string(1) "b"
}
bool(true)
int(1000)
int(0)
string(2) "el"
int(2)
bool(true)
string(5) "helLO"
bool(true)
bool(true)
bool(false)
bool(false)
