<?php

use App\Models\User;
use Illuminate\Support\Facades\Artisan;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Schedule;

Schedule::call(fn() => Cache::put('scheduled', true))->everySecond();

Schedule::call(fn() => DB::table('sessions')->where('last_activity', '<', time() - 7200)->delete())->hourly();

Artisan::command('fill', function () {
    for ($number = 1; $number <= 100; ++$number) {
        $user = User::create(['name' => "User $number", 'email' => "user$number@example.com", 'password' => 'secret']);
        $user->notes()->createMany(array_map(fn(int $note) => ['text' => "note $note of user $number"], range(1, 10)));
    }
});
