<?php

use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Schedule;

Schedule::call(fn() => Cache::put('scheduled', true))->everySecond();

Schedule::call(fn() => DB::table('sessions')->where('last_activity', '<', time() - 7200)->delete())->hourly();
