<?php
// An index.php whose pages use header(), setcookie() and similar functions, and print.
use Swoole\Http\Request;
use Swoole\Http\Response;

return static function (Request $request, Response $response): ?string {
    $user = $request->get['user'] ?? '';
    header("X-User: $user");
    header('X-Part: 1');
    header('X-Part: 2', false);
    setcookie('user', $user);
    header('Content-Type: text/plain');
    header('X-Gone: yes');
    usleep(2000);  // another request comes meanwhile
    header_remove('X-Gone');
    if ($user !== 'nothing') {
        echo "printed for $user, ";
    }
    if ($user === 'moved') {
        header('Location: /elsewhere');
        return '';
    }
    if ($user === 'missing') {
        http_response_code(404);
    }
    if ($user === 'nothing') {
        header_remove();
        return null;
    }
    if ($user === 'own') {
        $response->header('Content-Type', 'text/html');
        $response->end('own');
        return null;
    }
    return 'answered with ' . count(headers_list());
};
