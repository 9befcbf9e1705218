<?php
final class Counter
{
    public static int $requests = 0;
    public static string $kept = '';
}

return function (Swoole\Http\Request $request, Swoole\Http\Response $response): string {
    ++Counter::$requests;
    if (isset($request->get['fail'])) {
        throw new LogicException('asked to');
    }
    if (isset($request->get['exit'])) {
        exit(1);
    }
    if (isset($request->get['grow'])) {
        Counter::$kept = str_repeat('x', 3 << 20);
    }
    return Counter::$requests . ' in ' . Tern\Context::current()?->getNumber();
};
