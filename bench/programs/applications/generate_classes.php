<?php
// generate_classes.php FOLDER COUNT: writes so many classes and an autoloader of them; prints their names.
[, $folder, $count] = $argv;

const AUTOLOAD = <<<'PHP'
    <?php
    spl_autoload_register(function (string $class) {
        $file = __DIR__ . "/$class.php";
        if (is_file($file)) {
            require $file;
        }
    });

    PHP;
const SAMPLE = <<<'PHP'
    <?php
    final class Sample{number}
    {
        private array $values = [];
    {methods}}

    PHP;
const METHOD = <<<'PHP'

        public function value{number}(int $key, mixed $value): static
        {
            if ($value === null) {
                throw new InvalidArgumentException("no value for $key");
            }
            $this->values[$key] = [{number}, $value];
            return $this;
        }

    PHP;

file_put_contents("$folder/autoload.php", AUTOLOAD);
$methods = implode('', array_map(fn(int $number) => strtr(METHOD, ['{number}' => $number]), range(0, 19)));
$names = array_map(fn(int $number) => "Sample$number", range(0, (int) $count - 1));
foreach ($names as $number => $name) {
    file_put_contents("$folder/$name.php", strtr(SAMPLE, ['{number}' => $number, '{methods}' => $methods]));
}
echo json_encode($names);
