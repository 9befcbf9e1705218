<?php
// The calls of two_users.php, which reflection finds: methods and functions with an object or a resource of the set, and
// what else PHP does with an object.

/** @return array<string, Closure(Objects): mixed> by name */
function calls(Driver $driver, Objects $objects): array
{
    $found = [];
    foreach ($objects->all as $label => $value) {
        if (is_object($value)) {
            $found += methods($driver, $objects, $label) + uses($label, $value);
        }
    }
    foreach ($driver->extensions as $extension) {
        $found += functions($driver, $objects, $extension) + constructors($objects, $extension);
    }
    foreach ($driver->added as [$label, $method, $arguments]) {
        $found["$label->$method"] = fn(Objects $it) => $it->all[$label]->$method(...$arguments);
    }
    foreach ($driver->streams as $label) {
        $found += streams($label);
    }
    foreach (array_keys($objects->spare) as $label) {
        $found["free $label"] = fn(Objects $it) => free($it, $label);
    }
    return array_diff_key($found, array_flip($driver->left_out));
}

function free(Objects $objects, string $label): void
{
    array_pop($objects->spare[$label]);
}

/** @return array<string, Closure(Objects): mixed> */
function methods(Driver $driver, Objects $objects, string $label): array
{
    $found = [];
    foreach ((new ReflectionClass($objects->all[$label]))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        $name = "$label->$method->name";
        if (!$method->isStatic() && !$method->isAbstract() && !$method->isDestructor()) {
            $found[$name] = function (Objects $it) use ($driver, $method, $label, $name) {
                $arguments = $driver->arguments($name) ?? arguments($method, $it);
                return $it->all[$label]->{$method->name}(...$arguments);
            };
        }
    }
    return $found;
}

/** @return array<string, Closure(Objects): mixed> */
function streams(string $label): array
{
    return [
        "fread $label" => fn(Objects $it) => fread($it->all[$label], 10),
        "fwrite $label" => fn(Objects $it) => fwrite($it->all[$label], "line\n"),
        "rewind $label" => fn(Objects $it) => rewind($it->all[$label]),
        "fstat $label" => fn(Objects $it) => is_array(fstat($it->all[$label])),
        "fflush $label" => fn(Objects $it) => fflush($it->all[$label]),
        "the rest of $label" => fn(Objects $it) => stream_get_contents($it->all[$label]),
        "fclose $label" => fn(Objects $it) => fclose($it->all[$label]),
    ];
}

/** Functions whose first argument is in the set. @return array<string, Closure(Objects): mixed> */
function functions(Driver $driver, Objects $objects, string $extension): array
{
    $found = [];
    foreach ((new ReflectionExtension($extension))->getFunctions() as $function) {
        $first = $function->getParameters()[0] ?? null;
        $name = $function->getName();
        if ($first === null || taken($first, $objects) === null) {
            continue;
        }
        $found[$name] = function (Objects $it) use ($driver, $function, $first, $name) {
            $given = $driver->arguments($name);
            $arguments = $given === null ? arguments($function, $it) : [taken($first, $it), ...$given];
            return $function->invokeArgs($arguments);
        };
    }
    return $found;
}

/** `new` with an object of the set. @return array<string, Closure(Objects): mixed> */
function constructors(Objects $objects, string $extension): array
{
    $found = [];
    foreach ((new ReflectionExtension($extension))->getClasses() as $class) {
        $first = $class->getConstructor()?->getParameters()[0] ?? null;
        if ($first !== null && $class->isInstantiable() && taken($first, $objects) !== null) {
            $found["new $class->name"] = fn(Objects $it) => $class->newInstance(...arguments($class->getConstructor(), $it));
        }
    }
    return $found;
}

/** @return array<string, Closure(Objects): mixed> */
function uses(string $label, object $value): array
{
    $found = [
        "clone $label" => fn(Objects $it) => clone $it->all[$label],
        "array of $label" => fn(Objects $it) => count((array) $it->all[$label]),
        "json of $label" => fn(Objects $it) => json_encode($it->all[$label]),
        "isset of $label" => fn(Objects $it) => isset($it->all[$label]->a),
        "dump of $label" => fn(Objects $it) => print_r($it->all[$label], true),
    ];
    if ($value instanceof Traversable) {
        $found["foreach $label"] = fn(Objects $it) => iterator_to_array($it->all[$label]);
    }
    foreach ([...array_map(fn($one) => $one->name, (new ReflectionClass($value))->getProperties()), 'a'] as $name) {
        $found["$label->$name"] = fn(Objects $it) => $it->all[$label]->$name;
    }
    return $found;
}

/** What the set has for a parameter. */
function taken(ReflectionParameter $parameter, Objects $objects): mixed
{
    $type = $parameter->getType();
    $types = $type instanceof ReflectionUnionType ? $type->getTypes() : array_filter([$type]);
    foreach ($types as $one) {
        if (isset($objects->all[$one->getName()])) {
            return $objects->all[$one->getName()];
        }
    }
    return $types === [] ? $objects->all[$parameter->name] ?? null : null;
}

/** Values for the parameters that a call needs. */
function arguments(ReflectionFunctionAbstract $function, Objects $objects): array
{
    $arguments = [];
    foreach ($function->getParameters() as $at => $parameter) {
        $own = taken($parameter, $objects);
        if ($own === null && $parameter->isOptional()) {
            break;
        }
        $arguments[$at] = $own ?? sample($parameter);
        if ($parameter->isPassedByReference()) {
            $values[$at] = $arguments[$at];
            $arguments[$at] = &$values[$at];
        }
    }
    return $arguments;
}

function sample(ReflectionParameter $parameter): mixed
{
    $type = $parameter->getType();
    $first = $type instanceof ReflectionUnionType ? $type->getTypes()[0] : $type;
    return match ($first instanceof ReflectionNamedType ? $first->getName() : '') {
        'int' => 1,
        'float' => 0.1,
        'bool' => true,
        'array' => ['k'],
        'callable' => fn() => 0,
        '' => untyped($parameter->name),
        default => text($parameter->name),
    };
}

function text(string $name): mixed
{
    return match ($name) {
        'query', 'statement', 'sql' => 'SELECT 1',
        'filename', 'trace_filename', 'pathname' => '/dev/null',
        'charset' => 'utf8mb4',
        'encoding' => 'UTF8',
        'table_name' => 't',
        'host', 'hostname' => '127.0.0.1',
        default => 'k',
    };
}

/** Where a driver does not say what it wants. */
function untyped(string $name): mixed
{
    return match ($name) {
        'callback', 'cb' => fn() => false,
        'keys', 'values', 'fields', 'members', 'mapping', 'options', 'channels', 'patterns' => ['k' => 'v'],
        'count', 'timeout', 'offset', 'start', 'end', 'mode', 'seconds' => 1,
        default => text($name),
    };
}
