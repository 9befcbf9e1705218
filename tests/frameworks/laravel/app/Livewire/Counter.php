<?php

namespace App\Livewire;

use App\Visitor;
use Illuminate\Support\Facades\Auth;
use Livewire\Attributes\Locked;
use Livewire\Attributes\Validate;
use Livewire\Component;

/** Its state is the browser's; what it reads of the user is the server's. */
class Counter extends Component
{
    public int $count = 0;

    #[Locked]
    public string $owner = '';

    #[Validate('required|max:20')]
    public string $text = '';

    public function mount(): void
    {
        $this->owner = Auth::user()->name;
    }

    public function add(int $amount): void
    {
        Visitor::$last = $this->owner;
        usleep(1000);
        $this->count += $amount;
    }

    public function save(): void
    {
        $this->validate();
        session()->put('text', $this->text);
        $this->dispatch('saved', by: Auth::user()->name);
    }

    public function render()
    {
        return view('livewire.counter', ['saved' => session('text', ''), 'user' => Auth::user()->name]);
    }
}
