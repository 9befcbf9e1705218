--TEST--
Tern\Pusher\Application: names, signatures, origins, and what the environment says
--FILE--
<?php
use Tern\Pusher\Application;

function attempt(callable $call): void
{
    try {
        $call();
        echo "made\n";
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
attempt(fn () => new Application('', 'key', 'secret'));
attempt(fn () => new Application('1', 'a/b', 'secret'));
attempt(fn () => new Application(str_repeat('1', 51), 'key', 'secret'));
attempt(fn () => new Application("1\n", 'key', 'secret'));
attempt(fn () => new Application('1', 'key', ''));
attempt(fn () => new Application('1', 'a-B_9', 'secret'));

// The examples of Pusher's documentation.
$application = new Application('3', '278d425bdf160c739803', '7ad3773142a6692b25b8');
echo $application->sign('1234.1234:private-foobar'), "\n";
$text = "POST\n/apps/3/events\nauth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0&body_md5=ec365a775a4cd0599faeb73354201b6f";
var_dump($application->isSigned($text, 'da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c'));
var_dump($application->isSigned($text, 'DA'), $application->isSigned($text, ''));

$application = new Application('1', 'key', 'secret', allowed_origins: ['example.com', '*.example.org']);
foreach ([null, 'https://example.com', 'https://EXAMPLE.com:8443', 'https://www.example.com', 'https://a.b.example.org',
    'https://example.org', 'https://example.com.evil', "https://example.com\n", 'null', '', str_repeat('x', 2000)] as $origin) {
    echo substr(json_encode($origin), 0, 40), ' ', $application->allowsOrigin($origin) ? 'yes' : 'no', "\n";
}
var_dump((new Application('1', 'key', 'secret'))->allowsOrigin('null'));

foreach (['REVERB_APP_ID', 'REVERB_APP_KEY', 'REVERB_APP_SECRET', 'PUSHER_APP_ID', 'PUSHER_APP_KEY', 'PUSHER_APP_SECRET'] as $name) {
    putenv($name);
}
attempt(fn () => Application::fromEnvironment());
putenv('PUSHER_APP_ID=1');
putenv('PUSHER_APP_KEY=key');
attempt(fn () => Application::fromEnvironment());
putenv('PUSHER_APP_SECRET=secret');
echo Application::fromEnvironment()->id, "\n";
putenv('REVERB_APP_ID=2');
putenv('REVERB_APP_KEY=key');
putenv('REVERB_APP_SECRET=secret');
echo Application::fromEnvironment()->id, "\n";
?>
--EXPECT--
Tern\Pusher\Application::__construct(): $id must be 1 to 50 letters, digits, '-' and '_'
Tern\Pusher\Application::__construct(): $key must be 1 to 50 letters, digits, '-' and '_'
Tern\Pusher\Application::__construct(): $id must be 1 to 50 letters, digits, '-' and '_'
Tern\Pusher\Application::__construct(): $id must be 1 to 50 letters, digits, '-' and '_'
Tern\Pusher\Application::__construct(): $secret must not be empty
made
58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4
bool(true)
bool(false)
bool(false)
null yes
"https:\/\/example.com" yes
"https:\/\/EXAMPLE.com:8443" yes
"https:\/\/www.example.com" no
"https:\/\/a.b.example.org" yes
"https:\/\/example.org" no
"https:\/\/example.com.evil" no
"https:\/\/example.com\n" no
"null" no
"" no
"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx no
bool(true)
the environment has no PUSHER_APP_ID (REVERB_APP_ID, REVERB_APP_KEY, REVERB_APP_SECRET)
the environment has no PUSHER_APP_SECRET (REVERB_APP_ID, REVERB_APP_KEY, REVERB_APP_SECRET)
1
2
