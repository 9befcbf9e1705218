<?php
file_put_contents(getenv('TERN_TEST_BOOTS'), getmypid() . "\n", FILE_APPEND);
mt_rand();
$new ??= '';
$answer = static fn(int $booted): array => [
    'pid' => getmypid(),
    'parent' => (int) explode(' ', explode(') ', file_get_contents('/proc/self/stat'))[1])[1],
    'booted' => $booted,
    'random' => mt_rand(),
    'code' => $new ?? '',
];
$booted = getmypid();
return static function (Swoole\Http\Request $request, Swoole\Http\Response $response) use ($answer, $booted): string {
    usleep((int) ($request->get['us'] ?? 0));
    return json_encode($answer($booted));
};
