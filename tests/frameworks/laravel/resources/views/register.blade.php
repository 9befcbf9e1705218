@extends('layout')
@section('content')
<form method="post" action="/register">
    @csrf
    <input name="name" value="{{ old('name') }}"><input name="email" value="{{ old('email') }}"><input name="password" type="password">
    <button>Register</button>
</form>
@endsection
