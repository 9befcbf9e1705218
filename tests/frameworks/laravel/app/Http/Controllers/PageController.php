<?php

namespace App\Http\Controllers;

use App\Models\User;
use App\Visitor;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Storage;
use RuntimeException;

class PageController
{
    /** Another request of this worker has its turn while the database waits. */
    public function wait(Request $request, Visitor $visitor)
    {
        $name = Auth::user()->name;
        $visitor->name = Visitor::$last = $name;
        config(['app.name' => $name]);
        view()->share('name', $name);
        app()->setLocale("xx_$name");
        DB::select('SELECT SLEEP(?)', [$request->integer('ms') / 1000]);
        return array_unique([$name, Auth::user()->name, $request->user()->name, $visitor->name, Visitor::$last, config('app.name'),
            view()->shared('name'), substr(app()->getLocale(), 3), session('name', $name)]);
    }

    public function compute(Request $request)
    {
        $hash = $request->query('seed', '');
        for ($i = 0; $i < 1000; ++$i) {
            $hash = md5($hash);
        }
        return response($hash)->header('Content-Type', 'text/plain');
    }

    /** Ten queries: five users of those that `artisan fill` makes, and the notes of each. */
    public function selects()
    {
        return array_map(function (int $id) {
            $user = User::findOrFail($id);
            return ['name' => $user->name, 'notes' => $user->notes()->orderBy('id')->get()];
        }, array_rand(array_flip(range(1, 100)), 5));
    }

    public function upload(Request $request)
    {
        $given = $request->validate(['file' => 'required|file|max:100']);
        $path = $given['file']->store('uploads');
        return ['name' => $given['file']->getClientOriginalName(), 'size' => Storage::size($path), 'sha1' => sha1(Storage::get($path))];
    }

    public function download()
    {
        return response()->streamDownload(function () {
            foreach (range(1, 1000) as $line) {
                echo "line $line\n";
            }
        }, 'lines.txt', ['Content-Type' => 'text/plain']);
    }

    public function once()
    {
        $file = Storage::path('once-' . uniqid() . '.txt');
        file_put_contents($file, 'once');
        return response()->download($file, 'once.txt')->deleteFileAfterSend();
    }

    public function events()
    {
        return response()->eventStream(function () {
            foreach (['one', 'two', 'three'] as $number) {
                yield $number;
            }
        });
    }

    public function throws()
    {
        throw new RuntimeException('thrown on purpose');
    }
}
