<?php

namespace App\Http\Controllers;

use App\CacheContract;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;

class CacheController
{
    /** It is computed when so many requests have asked for it. */
    public function report(Request $request)
    {
        $cache = Cache::store('tern');
        $cache->increment('asked');
        $how = $request->query('how');
        $compute = function () use ($cache, $request, $how) {
            while ($cache->get('asked') < $request->integer('requests')) {
                usleep(1000);
            }
            return DB::select("SELECT '$how' AS report, COUNT(*) AS users FROM users");
        };
        $rows = match ($how) {
            'remember' => $cache->remember('report', 60, $compute),
            'forever' => $cache->rememberForever('eternal report', $compute),
            'flexible' => $cache->flexible('flexible report', [30, 60], $compute),
            'tags' => $cache->tags(['reports', 'users'])->remember('report', 60, $compute),
        };
        return [$rows[0]->report, getmypid()];
    }

    public function forget()
    {
        Cache::store('tern')->forget('asked');
    }

    public function put(Request $request)
    {
        Cache::store('tern')->put('kept', $request->query('value'), 60);
    }

    public function get()
    {
        return [Cache::store('tern')->get('kept'), getmypid()];
    }

    /** The process that computes dies; the next one computes. */
    public function dies()
    {
        return Cache::store('tern')->remember('dies', 60, function () {
            Cache::store('tern')->add('killed', getmypid(), 60) && posix_kill(getmypid(), SIGKILL);
            return 'computed by the next one';
        });
    }

    public function contract(Request $request)
    {
        return CacheContract::of(Cache::store($request->query('store')));
    }
}
