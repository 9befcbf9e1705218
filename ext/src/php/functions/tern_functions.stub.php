<?php

/** @generate-function-entries */

namespace Tern;

/**
 * Every option that Server::set() and Server\Port::set() know, for tools and documentation.
 *
 * @return list<array{name: string, aliases: list<string>, supported: false}|array{name: string, aliases: list<string>,
 *     supported: true, type: string, scope: string, least: int|float|null, most: int|float|null, default: mixed, doc: string}>
 *     scope: "server" or "port"; least and most: null: none
 */
function server_options(): array {}

/**
 * What hooks do to each object of this process that makes blocking calls, for tools. Call it in a coroutine
 * with hooks on: nothing suspends before there was one.
 *
 * @return array<string, array{suspends: list<string>, may_block: list<string>, note: string}> by path of the object ("php": the
 *     program) names of calls ("syscall": directly to the kernel), and "" or why all calls of the object block
 */
function hooked_calls(): array {}
