<?php

namespace App\Http\Controllers;

use App\Models\Note;
use App\Visitor;
use Carbon\Carbon;
use Illuminate\Pagination\Paginator;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Cookie;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Event;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\Facades\URL;
use Illuminate\Support\Facades\View;
use Illuminate\Support\Number;
use Illuminate\Support\Str;
use function count;
use function ini_get;

/** What a request changes in the application and its services, and what the next one finds. */
class StateController
{
    public function set()
    {
        config(['app.name' => 'changed']);
        app()->instance('made', 'changed');
        app()->bind('bound', fn() => 'changed');
        app(Visitor::class)->name = Visitor::$last = 'changed';
        app()->setLocale('de');
        Carbon::setLocale('de');
        Carbon::setTestNow('2001-01-01');
        Number::useLocale('de');
        Paginator::currentPathResolver(fn() => 'changed');
        View::share('shared', 'changed');
        URL::forceScheme('https');
        URL::defaults(['default' => 'changed']);
        Event::listen('changed', fn() => null);
        Log::withContext(['changed' => true]);
        Log::shareContext(['changed' => true]);
        Cookie::queue('changed', '1');
        Route::get('/changed', fn() => 'changed');
        Str::macro('changed', fn() => 'changed');
        config(['auth.guards.changed' => ['driver' => 'changed']]);
        Auth::viaRequest('changed', fn() => null);
        Auth::shouldUse('changed');
        Note::preventLazyLoading();
        DB::enableQueryLog();
        DB::listen(fn() => null);
        DB::select('SELECT 1');
        DB::beginTransaction();
        date_default_timezone_set('Asia/Tokyo');
        ini_set('precision', '3');
        app()->terminating(fn() => config(['app.name' => 'terminated']));
        setlocale(LC_ALL, 'C.UTF-8');
        mb_internal_encoding('ISO-8859-1');
        set_error_handler(fn() => true);
        return 'set';
    }

    public function look()
    {
        return [
            'config' => config('app.name'),
            'instance' => app()->bound('made'),
            'binding' => app()->bound('bound'),
            'singleton' => app(Visitor::class)->name,
            'static' => Visitor::$last,
            'locale' => [app()->getLocale(), trans()->getLocale(), Carbon::getLocale(), Number::defaultLocale()],
            'now' => Carbon::hasTestNow(),
            'path' => Paginator::resolveCurrentPath() === 'changed',
            'shared' => View::shared('shared'),
            'url' => [url('/x'), URL::getDefaultParameters()],
            'listeners' => Event::hasListeners('changed'),
            'log' => Log::sharedContext(),
            'cookies' => count(Cookie::getQueuedCookies()),
            'routes' => collect(Route::getRoutes()->getRoutes())->contains(fn($route) => $route->uri() === 'changed'),
            'macro' => Str::hasMacro('changed'),
            'guard' => Auth::getDefaultDriver(),
            'lazy' => Note::preventsLazyLoading(),
            'queries' => DB::logging(),
            'transaction' => [DB::transactionLevel(), DB::getPdo()->inTransaction()],
            'connection' => DB::scalar('SELECT CONNECTION_ID()') > 0,
            'zone' => date_default_timezone_get(),
            'ini' => ini_get('precision'),
            'system' => [setlocale(LC_ALL, '0'), mb_internal_encoding(), get_debug_type(set_error_handler(null))],
            'once' => once(fn() => Visitor::$last),
        ];
    }
}
