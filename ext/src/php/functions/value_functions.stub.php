<?php

/** @generate-function-entries */

/**
 * As unserialize(), of a part of a text, which is not copied.
 *
 * @param int $offset in bytes; less than 0: from the end
 * @param int $length in bytes; 0: up to the end
 * @phpstan-param array<string, mixed> $options
 * @param array $options as of unserialize()
 * @return mixed false with a notice when the part is malformed, with a warning when it does not begin within the text
 */
function swoole_substr_unserialize(string $str, int $offset, int $length = 0, array $options = []): mixed {}

/**
 * As json_decode(), of a part of a text.
 *
 * @param int $offset in bytes; less than 0: from the end
 * @param int $length in bytes; 0: up to the end
 * @param int $flags as of json_decode()
 * @return mixed null when the part is malformed: json_last_error() says why; false with a warning when it does not begin
 *     within the text
 * @throws \ValueError when $depth is out of range
 */
function swoole_substr_json_decode(string $str, int $offset, int $length = 0, bool $associative = false, int $depth = 512, int $flags = 0): mixed {}

/** @return list<object>|false all objects of this process; each then has one more reference */
function swoole_get_objects(): array|false {}

/** @return object|false the object with that number, as of spl_object_id(); false: there is none */
function swoole_get_object_by_handle(int $handle): object|false {}

/** @return array{object_num: int, resource_num: int} how many objects and resources there are */
function swoole_get_vm_status(): array {}

/**
 * Failures for tests.
 *
 * @param string $fn "fatal_error": a fatal error of PHP; "bailout": ends PHP as a fatal error does, without a message;
 *     "abort": abort(3); "refcount": counts the references to $args
 * @return mixed the count; null for values that are not counted
 * @throws \ValueError for any other name
 */
function swoole_implicit_fn(string $fn, mixed $args = null): mixed {}
