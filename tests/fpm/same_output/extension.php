<?php
// What programs learn of the module that is the server interface, and of pcntl.
ob_start();
phpinfo(INFO_MODULES);
$info = (string) strstr((string) ob_get_clean(), 'name="module_cgi-fcgi"');
$functions = get_extension_funcs('cgi-fcgi') ?: [];
sort($functions);
echo json_encode([
    'loaded' => extension_loaded('cgi-fcgi'),
    'listed' => in_array('cgi-fcgi', get_loaded_extensions(), true),
    'functions' => $functions,
    'of' => array_map(static fn(string $name) => (new ReflectionFunction($name))->getExtensionName(), ['fastcgi_finish_request', 'fpm_get_status']),
    'settings' => array_map(static fn(array $one) => $one['global_value'], ini_get_all('cgi-fcgi') ?: []),
    'version' => phpversion('cgi-fcgi') === PHP_VERSION,
    'info' => explode("\n", trim(strip_tags(str_replace('</td>', ' ', substr($info, 0, (int) strpos($info, '</table>', (int) strpos($info, 'cgi.nph'))))))),
    'pcntl' => [extension_loaded('pcntl'), in_array('pcntl', get_loaded_extensions(), true), function_exists('pcntl_fork'), phpversion('pcntl')],
], JSON_PRETTY_PRINT);
