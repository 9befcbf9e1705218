@extends('layout')
@section('content')
<ul>
@foreach ($notes as $note)
    <li>{{ $note->text }}</li>
@endforeach
</ul>
<form method="post" action="/notes">
    @csrf
    <input name="text" value="{{ old('text') }}">
    <button>Save</button>
</form>
@endsection
