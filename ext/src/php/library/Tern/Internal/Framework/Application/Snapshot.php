<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Closure;
use ReflectionClass;
use ReflectionFunction;
use ReflectionProperty;
use stdClass;
use Tern\Internal\ProgramState;
use Throwable;
use UnitEnum;
use function array_key_exists;
use function array_slice;
use function count;
use function is_array;
use function is_object;
use function is_scalar;
use function Tern\Internal\loaded_classes;
use function Tern\Internal\restore_properties;

/**
 * The state of a program at one time: of the objects that can be reached from some others, of static properties and variables, and
 * of what PHP's engine keeps for it. restore() gives all of it the values of then. Objects that were made since are forgotten with
 * that, if nothing else holds them. Classes of PHP itself are left as they are. What the loading of a file does stays, as the file
 * stays loaded.
 */
final class Snapshot
{
    private const NOT_THE_PROGRAMS = '/^(?:Tern|Swoole|OpenSwoole|Composer)\\\\/i';

    /** @var list<array{object, array<array-key, mixed>}> and what (array) has made of each */
    private array $objects = [];
    /** @var list<array{ReflectionProperty, mixed}> */
    private array $statics = [];
    private int $classes = 0;
    /** @var array<string, true> classes whose static properties have the values that their files have given them */
    private array $set = [];
    private readonly ProgramState $engine;
    private readonly Settings $settings;
    private readonly Autoloaders $autoloaders;

    /**
     * @param list<object> $roots
     * @param list<string> $keeps objects of these classes keep their state, and so does what only they lead to
     */
    public function __construct(array $roots, private readonly array $keeps)
    {
        $this->addStatics(false);
        $this->walk([...$roots, ...array_column($this->statics, 1)]);
        $this->settings = new Settings();
        $this->autoloaders = new Autoloaders();
        $this->engine = new ProgramState($this->addLoaded(...));
    }

    /** The constant that a request has defined: it cannot be taken back. Null: none. */
    public function constant(): ?string
    {
        return $this->engine->constant();
    }

    /** In the order in which PHP ends a request. Static values and what they stand for in the engine go back together. */
    public function restore(): void
    {
        $this->engine->callShutdownFunctions();
        $this->restoreObjects();
        $this->engine->restoreStaticVariables();
        $this->engine->restoreHandlers();
        $this->engine->restoreRegistrations();
        $this->autoloaders->restore($this->engine->autoloaders());
        $this->settings->restore();
    }

    private function restoreObjects(): void
    {
        foreach ($this->objects as [$object, $then]) {
            restore_properties($object, $then) || self::write($object, (array) $object, $then);
        }
        $this->addStatics(true);
        foreach ($this->statics as [$property, $then]) {
            if (($property->hasType() && !$property->isInitialized()) || $property->getValue() !== $then) {
                $property->setValue(null, $then);
            }
        }
    }

    /** @param bool $declared their values are those of their declaration, not those that they have */
    private function addStatics(bool $declared): void
    {
        $names = loaded_classes();
        foreach (array_slice($names, $this->classes) as $name) {
            foreach (isset($this->set[$name]) ? [] : self::staticProperties($name) as $property) {
                if ($declared ? $property->hasDefaultValue() : $property->isInitialized()) {
                    $this->statics[] = [$property, $declared ? $property->getDefaultValue() : $property->getValue()];
                }
            }
        }
        $this->classes = count($names);
    }

    /**
     * A file has set static properties of the class that it declares, and is not run again. Objects are left out: they may be those of
     * the request that has loaded it.
     *
     * @param class-string $name
     */
    private function addLoaded(string $name): void
    {
        $values = [];
        foreach (self::staticProperties($name) as $property) {
            $values[] = [$property, $property->isInitialized() ? $property->getValue() : null];
        }
        if (self::arePlain(array_column($values, 1))) {
            $this->set[$name] = true;
            array_push($this->statics, ...array_filter($values, static fn(array $one): bool => $one[0]->isInitialized()));
        }
    }

    /**
     * @param class-string $name
     * @return list<ReflectionProperty> those that the class declares
     */
    private static function staticProperties(string $name): array
    {
        $class = new ReflectionClass($name);
        if ($class->isInternal() || preg_match(self::NOT_THE_PROGRAMS, $name) === 1) {
            return [];
        }
        $isOwn = static fn(ReflectionProperty $one): bool => $one->class === $name;
        return array_values(array_filter($class->getProperties(ReflectionProperty::IS_STATIC), $isOwn));
    }

    /** @param array<mixed> $values */
    private static function arePlain(array $values): bool
    {
        foreach ($values as $value) {
            if (is_array($value) ? !self::arePlain($value) : $value !== null && !is_scalar($value)) {
                return false;
            }
        }
        return true;
    }

    /** @param array<array-key, mixed> $values */
    private function walk(array $values): void
    {
        $seen = [];
        $next = [$values];
        while (($values = array_pop($next)) !== null) {
            foreach ($values as $value) {
                if (is_array($value)) {
                    $next[] = $value;
                } elseif (is_object($value) && !isset($seen[spl_object_id($value)])) {
                    $seen[spl_object_id($value)] = true;
                    $next[] = $value instanceof Closure ? self::within($value) : $this->add($value);
                }
            }
        }
    }

    /** @return array<array-key, mixed> its properties */
    private function add(object $object): array
    {
        if (!$this->takes($object)) {
            return [];
        }
        $this->objects[] = [$object, $state = (array) $object];
        return $state;
    }

    /** @return array<array-key, mixed> */
    private static function within(Closure $closure): array
    {
        $function = new ReflectionFunction($closure);
        return [$function->getClosureThis(), ...array_values($function->getStaticVariables())];
    }

    private function takes(object $object): bool
    {
        foreach ([UnitEnum::class, Throwable::class, ...$this->keeps] as $class) {
            if ($object instanceof $class) {
                return false;
            }
        }
        for ($class = new ReflectionClass($object); $class !== false; $class = $class->getParentClass()) {
            if ($class->getFileName() === false) {
                return $class->name === stdClass::class;
            }
        }
        return true;
    }

    /**
     * @param array<array-key, mixed> $now
     * @param array<array-key, mixed> $then
     */
    private static function write(object $object, array $now, array $then): void
    {
        foreach ($now + $then as $key => $_) {
            $had = array_key_exists($key, $then);
            if (!$had || !array_key_exists($key, $now) || $now[$key] !== $then[$key]) {
                self::writeOne($object, (string) $key, $had, $then[$key] ?? null);
            }
        }
    }

    /** @param string $key of an array that an object became: "name", "\0*\0name" or "\0Class\0name" */
    private static function writeOne(object $object, string $key, bool $had, mixed $value): void
    {
        $end = (int) strrpos($key, "\0");  // the name of a class may contain a zero byte, too
        $scope = $end < 2 || $key[1] === '*' ? $object::class : substr($key, 1, $end - 1);
        $name = $end === 0 ? $key : substr($key, $end + 1);
        if (!class_exists($scope) || (property_exists($scope, $name) && (new ReflectionProperty($scope, $name))->isReadOnly())) {
            return;
        }
        $write = static function () use ($object, $name, $had, $value): void {
            if ($had) {
                $object->{$name} = $value;
            } else {
                unset($object->{$name});
            }
        };
        Closure::bind($write, null, $scope === stdClass::class ? self::class : $scope)?->__invoke();
    }
}
