<?php

/** @generate-function-entries */

/**
 * Prints the places that allocated memory which is still in use: for each place with at least $threshold blocks a line
 * with the bytes and the blocks, and the PHP stack of the allocation. Then these blocks are forgotten, so a place that
 * appears again and again is likely to leak. Does nothing unless `swoole.leak_detection` is on in php.ini, which makes a
 * program many times slower.
 *
 * @throws \ValueError $threshold is less than 1
 */
function swoole_tracer_leak_detect(int $threshold = 64): void {}

/**
 * Begins to record the calls of the program's functions, in all coroutines of this process, up to a million.
 *
 * @phpstan-param array{root_path?: string}|null $options
 * @param array|null $options `root_path`: is removed from the start of file names
 * @return bool false: `swoole.profile` is not on in php.ini, or a record has begun already
 */
function swoole_tracer_prof_begin(?array $options = null): bool {}

/**
 * Ends the record and writes it to a file, in the Trace Event Format: VizTracer's vizviewer and https://ui.perfetto.dev
 * show it, with a row for each coroutine. Times are those of the clock, so they contain what a call waited.
 *
 * @return bool false: no record has begun, or a warning says why the file cannot be written
 */
function swoole_tracer_prof_end(string $output_file): bool {}
