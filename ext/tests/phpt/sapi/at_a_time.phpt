--TEST--
Scripts: several at a time, with sessions, classes, functions, statics and output of their own; memory
--EXTENSIONS--
opcache
session
--INI--
opcache.enable_cli=1
implicit_flush=0
session.use_strict_mode=0
--FILE--
<?php
require __DIR__ . '/site.inc';

Site::run([
    'page' => <<<'PHP'
        header("X-User: {$_GET['user']}");
        session_save_path(__DIR__);
        session_id('of' . $_GET['user']);
        session_start();
        final class User { public static array $names = []; }
        function add(string $name): int { static $count = 0; User::$names[] = $name; return ++$count; }
        for ($i = 0; $i < 3; ++$i) {
            add($_GET['user']);
            ob_start();
            echo "$i ";
            usleep(1000 * random_int(1, 3));
            $_SESSION['seen'][] = ob_get_clean() . implode(' ', User::$names);
        }
        define('USER', $_GET['user']);
        header("X-Filtered: " . filter_input(INPUT_GET, 'user'));
        header("X-Known: " . USER . ' ' . basename(getcwd()));
        echo json_encode($_SESSION['seen']);
        PHP,
    'handler' => <<<'PHP'
        final class Handler implements SessionHandlerInterface
        {
            public static array $kept = [];
            public static string $file = __DIR__ . '/session-data';
            public function open(string $path, string $name): bool { return true; }
            public function close(): bool { self::$kept[] = 'closed'; return file_put_contents(self::$file, json_encode(self::$kept)) !== false; }
            public function read(string $id): string { return ''; }
            public function write(string $id, string $data): bool { self::$kept[] = $data; return true; }
            public function destroy(string $id): bool { return true; }
            public function gc(int $age): int { return 0; }
        }
        session_set_save_handler(new Handler(), false);
        session_id('x');
        session_start();
        $_SESSION['a'] = 1;
        Handler::$kept[] = 'started';
        PHP,
    'small' => 'final class Small { public static $all = []; } Small::$all[] = new Small(); echo count(Small::$all);',
], function (Site $site) {
    $users = array_map(fn($number) => "user$number", range(1, 30));
    $answers = $site->askAll(...array_map(fn($user) => "/page?user=$user", $users));
    $wrong = 0;
    foreach ($users as $place => $user) {
        $seen = json_encode(array_map(fn($i) => trim("$i " . str_repeat("$user ", $i + 1)), range(0, 2)));
        $expected = ["X-User: $user", "X-Known: $user", "X-Filtered: $user", "Set-Cookie: PHPSESSID=of$user", $seen];
        foreach ($expected as $text) {
            $wrong += str_contains($answers[$place], $text) ? 0 : 1;
        }
    }
    var_dump($wrong);
    $site->ask('/handler');
    echo file_get_contents("$site->folder/session-data"), "\n";
    for ($i = 0; $i < 50; ++$i) {
        $site->ask('/small');
    }
    $before = memory_get_usage();
    for ($i = 0; $i < 200; ++$i) {
        $site->ask('/small');
    }
    var_dump(memory_get_usage() - $before < 20000);
});
?>
--EXPECT--
int(0)
["started","a|i:1;","closed"]
bool(true)
