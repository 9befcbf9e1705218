<?php

namespace App\Http\Controllers;

use App\Models\User;
use App\Visitor;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Auth;

class AccountController
{
    public function register(Request $request)
    {
        $given = $request->validate([
            'name' => 'required|max:50',
            'email' => 'required|email|unique:users',
            'password' => 'required|min:8',
        ]);
        Auth::login(User::create($given));
        $request->session()->regenerate();
        return redirect('/notes')->with('message', "Welcome, {$given['name']}");
    }

    public function login(Request $request)
    {
        $given = $request->validate(['email' => 'required|email', 'password' => 'required']);
        if (!Auth::attempt($given, $request->boolean('remember'))) {
            return back()->withErrors(['email' => 'Wrong address or password.'])->onlyInput('email');
        }
        $request->session()->regenerate();
        return redirect()->intended('/notes');
    }

    public function logout(Request $request)
    {
        Auth::logout();
        $request->session()->invalidate();
        $request->session()->regenerateToken();
        return redirect('/login')->with('message', 'Goodbye');
    }

    public function me(Request $request, Visitor $visitor)
    {
        $visits = $request->session()->increment('visits');
        return ['name' => Auth::user()->name, 'email' => $request->user()->email, 'visits' => $visits, 'seen' => $visitor->name];
    }
}
