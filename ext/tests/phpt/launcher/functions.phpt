--TEST--
what bin/tern needs: folders that tell of changes, becoming another program
--FILE--
<?php
use function Tern\Internal\become;
use function Tern\Internal\inotify_open;
use function Tern\Internal\inotify_watch;

$folder = sys_get_temp_dir() . '/tern-launcher-' . getmypid();
mkdir($folder);
$inotify = inotify_open();
var_dump($inotify >= 0);
$number = inotify_watch($inotify, $folder);
var_dump($number > 0);
var_dump(inotify_watch($inotify, "$folder/nowhere"), inotify_watch(-1, $folder), inotify_watch($inotify, __FILE__));
try {
    inotify_watch($inotify, "a\0b");
} catch (ValueError $error) {
    echo $error->getMessage(), "\n";
}
$stream = fopen("php://fd/$inotify", 'r');
stream_set_blocking($stream, false);
var_dump(fread($stream, 4096));
file_put_contents("$folder/a", 'text');
rename("$folder/a", "$folder/b");
unlink("$folder/b");
$data = fread($stream, 4096);
for ($at = 0; $at < strlen($data); $at += 16 + $event['size']) {
    $event = unpack('lfolder/Lmask/Lcookie/Lsize', $data, $at);
    printf("%d %x %s\n", $event['folder'] === $number, $event['mask'], rtrim(substr($data, $at + 16, $event['size']), "\0"));
}
rmdir($folder);
var_dump(become([]), become(['/nowhere']), become([PHP_BINARY, 1]));
become([PHP_BINARY, '-n', '-r', 'echo "another program, ", getmypid() === (int) $argv[1] ? "the same process" : "", "\n";', '--', (string) getmypid()]);
?>
--EXPECT--
bool(true)
bool(true)
int(-1)
int(-1)
int(-1)
Tern\Internal\inotify_watch(): Argument #2 ($folder) must not contain any null bytes
string(0) ""
1 100 a
1 8 a
1 40 a
1 80 b
1 200 b
bool(false)
bool(false)
bool(false)
another program, the same process
