@extends('layout')
@section('content')
<form method="post" action="/login">
    @csrf
    <input name="email" value="{{ old('email') }}"><input name="password" type="password"><input name="remember" type="checkbox">
    <button>Log in</button>
</form>
@endsection
