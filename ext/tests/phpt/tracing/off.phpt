--TEST--
Tern\Tracing where nothing is traced: it calls, and says that there is no trace
--FILE--
<?php
use Tern\Tracing;

$look = fn () => [Tracing::current(), Tracing::traceparent(), Tracing::headers()];
echo json_encode(Tracing::span('one', $look)), "\n";
Co\run(function () use ($look) {
    echo json_encode(Tracing::span('two', $look, ['key' => 1])), "\n";
    try {
        Tracing::span('three', fn () => throw new DomainException('as it was'));
    } catch (DomainException $error) {
        echo $error->getMessage(), "\n";
    }
});
foreach ([['list' => []], [1 => 'x'], ['null' => null]] as $attributes) {
    try {
        Tracing::span('four', fn () => print("called\n"), $attributes);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
[null,"",[]]
[null,"",[]]
as it was
Tern\Tracing::span(): Argument #3 ($attributes) must have string, int, float or bool values with names, array given for "list"
Tern\Tracing::span(): Argument #3 ($attributes) must have string, int, float or bool values with names, string given for "1"
Tern\Tracing::span(): Argument #3 ($attributes) must have string, int, float or bool values with names, null given for "null"
