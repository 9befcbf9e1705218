<?php
// What a page of one pool tries with ?how= to get from another pool. Prints what it got, or "nothing".
function by_session(): string
{
    session_save_path($_GET['folder']);
    session_id($_GET['id']);
    @session_start();
    return implode(' ', $_SESSION ?? []) . @file_get_contents("{$_GET['folder']}/sess_{$_GET['id']}");
}

function by_socket(): string
{
    return @stream_socket_client("unix://{$_GET['socket']}") === false ? '' : 'connected';
}

function by_include(): string
{
    ob_start();
    @include $_GET['file'];
    return ob_get_clean() . (defined('PRIVATE_CODE') ? PRIVATE_CODE : '');
}

// What opcache says of all pools.
function by_list(): string
{
    $status = @opcache_get_status();
    return $status === false ? '' : implode(' ', array_keys($status['scripts'] ?? []));
}

// The files of this process and of others, where its memory is.
function by_memory(): string
{
    $got = '';
    foreach (['self', ...explode(',', $_GET['pids'])] as $pid) {
        foreach (['mem', 'pagemap', 'auxv', 'syscall', 'stack', 'environ'] as $name) {
            $got .= ($file = @fopen("/proc/$pid/$name", 'r')) !== false && $pid !== 'self' ? "$pid/$name " : '';
            $got .= $name === 'mem' && $pid === 'self' && $file !== false ? 'self/mem ' : '';
        }
    }
    return $got;
}

// As a program in C would.
function by_system_calls(): string
{
    $libc = FFI::cdef('struct iovec { void *base; size_t length; }; long process_vm_readv(int, struct iovec *, unsigned long, struct iovec *,'
        . ' unsigned long, unsigned long); long ptrace(int, int, void *, void *); int kill(int, int); int setuid(unsigned); int setgroups(size_t, int *);');
    $byte = FFI::new('char[16]');
    $here = $libc->new('struct iovec[1]');
    [$here[0]->base, $here[0]->length] = [FFI::addr($byte), 16];
    $got = ($libc->setuid(0) === 0 ? 'root ' : '') . ($libc->setgroups(0, null) === 0 ? 'groups ' : '');
    foreach (explode(',', $_GET['pids']) as $pid) {
        $got .= $libc->process_vm_readv((int) $pid, $here, 1, $here, 1, 0) >= 0 ? "memory of $pid " : '';
        $got .= $libc->ptrace(16 /* PTRACE_ATTACH */, (int) $pid, null, null) >= 0 ? "trace of $pid " : '';
        $got .= $libc->kill((int) $pid, 0) === 0 ? "signal to $pid " : '';
    }
    return $got;
}

$got = trim("by_{$_GET['how']}"());
echo $got === '' ? 'nothing' : $got;
