<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Closure;
use ReflectionClass;
use ReflectionFunction;
use ReflectionMethod;
use ReflectionProperty;
use function count;
use function is_array;
use function is_object;
use function is_string;
use function is_scalar;
use function Tern\Internal\loaded_classes;

/** The values that static properties, static variables and global variables lead to, each with the way to it. */
final class StaticState
{
    private const MOST = 50_000;
    private const DEPTH = 5;
    private const LENGTH = 60;

    /** @var array<string, string> */
    private array $values = [];
    /** @var array<int, object> */
    private array $seen = [];

    /** @return array<string, string> by "Shop\Cart::$current->user->name" */
    public static function values(): array
    {
        $self = new self();
        foreach (loaded_classes() as $name) {
            $class = new ReflectionClass($name);
            if ($class->isUserDefined() && preg_match('/^(?:Tern|Swoole|OpenSwoole|Composer)\\\\/i', $name) === 0) {
                $self->addClass($class);
            }
        }
        foreach (get_defined_functions()['user'] as $name) {
            $self->addVariables("$name()", (new ReflectionFunction($name))->getStaticVariables());
        }
        $self->addVariables('global', array_diff_key($GLOBALS, ['_SERVER' => 0, 'argv' => 0, 'argc' => 0]));
        return $self->values;
    }

    /** @param ReflectionClass<object> $class */
    private function addClass(ReflectionClass $class): void
    {
        foreach ($class->getProperties(ReflectionProperty::IS_STATIC) as $property) {
            if ($property->class === $class->name && $property->isInitialized()) {
                $this->add("$class->name::\$$property->name", $property->getValue(), 0);
            }
        }
        foreach ($class->getMethods() as $method) {
            if ($method->class === $class->name) {
                $this->addVariables("$class->name::$method->name()", self::variables($method));
            }
        }
    }

    /** @return array<array-key, mixed> */
    private static function variables(ReflectionMethod $method): array
    {
        return $method->isInternal() ? [] : $method->getStaticVariables();
    }

    /** @param array<array-key, mixed> $variables */
    private function addVariables(string $of, array $variables): void
    {
        foreach ($variables as $name => $value) {
            $this->add("$of \$$name", $value, 0);
        }
    }

    private function add(string $place, mixed $value, int $depth): void
    {
        if ($depth > self::DEPTH || count($this->values) >= self::MOST) {
            return;
        }
        if (is_object($value)) {
            $this->addObject($place, $value, $depth);
        } elseif (is_array($value)) {
            foreach ($value as $key => $one) {
                $this->add("{$place}[$key]", $one, $depth + 1);
            }
        } else {
            $text = is_string($value) ? '"' . substr($value, 0, self::LENGTH) . '"' : get_debug_type($value) . (is_scalar($value) ? " $value" : '');
            $this->values[$place] = addcslashes($text, "\0..\37");
        }
    }

    private function addObject(string $place, object $object, int $depth): void
    {
        $this->values[$place] = $object::class;
        if ($object instanceof Closure || isset($this->seen[spl_object_id($object)])) {
            return;
        }
        $this->seen[spl_object_id($object)] = $object;
        foreach ((array) $object as $key => $value) {
            $end = strrpos((string) $key, "\0");
            $this->add("$place->" . substr((string) $key, $end === false ? 0 : $end + 1), $value, $depth + 1);
        }
    }
}
