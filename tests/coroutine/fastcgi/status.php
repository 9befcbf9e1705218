<?php
http_response_code((int) $_GET['code']);
header('Link: </a>; rel=preload');
header('Link: </b>; rel=preload', false);
echo $_GET['code'] === '304' ? '' : 'body';
