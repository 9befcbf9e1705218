<?php
// A function of the server's own request.
return function ($request, $response) {
    $asked = $request->get['user'];
    wait_at_door($asked);
    return "asked by $asked, answered for {$request->get['user']}";
};
