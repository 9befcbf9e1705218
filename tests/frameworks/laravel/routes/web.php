<?php

use App\Events\NoteRead;
use App\Http\Controllers\AccountController;
use App\Http\Controllers\CacheController;
use App\Http\Controllers\EngineController;
use App\Http\Controllers\NoteController;
use App\Http\Controllers\PageController;
use App\Http\Controllers\StateController;
use App\Jobs\Greet;
use App\Listeners\CountReads;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Route;

Route::view('/register', 'register');
Route::post('/register', [AccountController::class, 'register']);
Route::view('/login', 'login')->name('login');
Route::post('/login', [AccountController::class, 'login']);
Route::get('/compute', [PageController::class, 'compute']);
Route::get('/selects', [PageController::class, 'selects']);
Route::get('/throws', [PageController::class, 'throws']);
Route::get('/dump', fn() => dd('dumped'));
Route::get('/exits', function () {
    echo 'printed, ';
    exit('and the end');
});
Route::get('/printed', function () {
    echo 'printed, ';
    return 'returned';
});
Route::get('/set', [StateController::class, 'set']);
Route::get('/look', [StateController::class, 'look']);
Route::controller(EngineController::class)->prefix('/engine')->group(function () {
    foreach (['packages', 'set', 'look', 'loaded', 'defines', 'declares', 'random', 'shutdown'] as $name) {
        Route::get("/$name", $name);
    }
});
Route::controller(CacheController::class)->prefix('/cache')->group(function () {
    foreach (['report', 'forget', 'put', 'get', 'dies', 'contract'] as $name) {
        Route::get("/$name", $name);
    }
});
Route::get('/closure/{given}', fn(string $given) => "closure, $given");

Route::middleware('auth')->group(function () {
    Route::post('/logout', [AccountController::class, 'logout']);
    Route::get('/me', [AccountController::class, 'me']);
    Route::get('/notes', [NoteController::class, 'index']);
    Route::post('/notes', [NoteController::class, 'store']);
    Route::post('/count', [NoteController::class, 'count']);
    Route::get('/count', [NoteController::class, 'counted']);
    Route::get('/wait', [PageController::class, 'wait']);
    Route::post('/upload', [PageController::class, 'upload']);
    Route::get('/download', [PageController::class, 'download']);
    Route::get('/once', [PageController::class, 'once']);
    Route::get('/events', [PageController::class, 'events']);
    Route::view('/counter', 'counter');
    Route::get('/reads', function () {
        event(new NoteRead(Auth::user()->name));
        return CountReads::$reads;
    });
    Route::get('/greet', function () {
        $name = Auth::user()->name;
        Greet::dispatchSync($name);
        dispatch(fn() => Cache::put("closure $name", $name, 60))->onConnection('sync');
        return [Cache::get("greeting $name"), Cache::get("closure $name")];
    });
});
