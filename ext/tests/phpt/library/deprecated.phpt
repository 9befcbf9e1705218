--TEST--
No function that the library, the launcher and the examples call is deprecated in this PHP
--EXTENSIONS--
tokenizer
--FILE--
<?php
$functions = get_defined_functions()['internal'];
$deprecated = array_flip(array_filter($functions, fn ($name) => (new ReflectionFunction($name))->isDeprecated()));
$root = dirname(__DIR__, 4);
$files = 0;
foreach (array_filter(["$root/ext/src/php/library", "$root/launcher", "$root/examples"], is_dir(...)) as $folder) {
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder)) as $file) {
        if ($file->getExtension() !== 'php') continue;
        ++$files;
        $tokens = array_filter(PhpToken::tokenize(file_get_contents($file)), fn ($token) => !$token->isIgnorable());
        $before = $name = null;
        foreach ($tokens as $token) {
            $is_call = $token->text === '(' && $name?->is([T_STRING, T_NAME_FULLY_QUALIFIED]);
            if ($is_call && !$before->is([T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_NEW])) {
                if (isset($deprecated[strtolower(ltrim($name->text, '\\'))])) echo "$file:$name->line $name->text()\n";
            }
            [$before, $name] = [$name, $token];
        }
    }
}
var_dump($files > 50);
?>
--EXPECT--
bool(true)
