<?php

namespace App\Http\Controllers;

use App\Jobs\CountNotes;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Auth;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;

class NoteController
{
    public function index()
    {
        return view('notes', ['notes' => Auth::user()->notes()->orderBy('id')->get()]);
    }

    public function store(Request $request)
    {
        $given = $request->validate(['text' => 'required|max:200']);
        DB::transaction(fn() => $request->user()->notes()->create($given));
        return redirect('/notes')->with('message', 'Saved');
    }

    public function count(Request $request)
    {
        CountNotes::dispatch($request->user());
        return ['queued' => DB::table('jobs')->count()];
    }

    public function counted(Request $request)
    {
        return ['count' => Cache::get("notes of {$request->user()->id}")];
    }
}
