<?php
// Managers with equal arguments, and one that two coroutines use.
use MongoDB\Driver\Command;
use MongoDB\Driver\Manager;

function ask(object $of, string $tag): string
{
    try {
        return $of->executeCommand('test', new Command(['ping' => 1, 'tag' => $tag]))->toArray()[0]->tag;
    } catch (Swoole\Error $error) {
        return 'refused';
    }
}

Co\run(function () {
    $uri = 'mongodb://127.0.0.1:' . getenv('PORT') . '/';
    $tags = [];
    $connect = function (string $tag) use ($uri, &$tags): void {
        $tags[$tag] = ask(new Manager($uri), $tag);
    };
    Co::join([go($connect, 'gate a'), go($connect, 'gate b'), go($connect, 'gate c')]);
    ksort($tags);
    $manager = new Manager($uri);
    $server = $manager->selectServer(new MongoDB\Driver\ReadPreference('primary'));
    $cursor = $manager->executeCommand('test', new Command(['ping' => 1, 'tag' => 'x']));
    $found = [];
    Co::join([
        go(function () use ($manager, &$found) {
            $found['first'] = ask($manager, 'hold 1');
        }),
        go(function () use ($manager, &$found) {
            $found['second'] = ask($manager, '2');
        }),
        go(function () use ($server, &$found) {
            $found['server'] = ask($server, '3');
        }),
        go(function () use ($cursor, &$found) {
            try {
                $found['cursor'] = count($cursor->toArray());
            } catch (Swoole\Error $error) {
                $found['cursor'] = 'refused';
            }
            $gate = 'http://127.0.0.1:' . getenv('GATE');
            while (file_get_contents("$gate/waiting") !== '1') {
                usleep(1000);
            }
            file_get_contents("$gate/open");
        }),
    ]);
    ksort($found);
    echo json_encode([$tags, $found, ask($manager, 'later'), ask($server, 'later')]);
});
