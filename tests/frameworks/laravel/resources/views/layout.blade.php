<!DOCTYPE html>
<html lang="{{ app()->getLocale() }}">
<head><meta charset="utf-8"><title>{{ config('app.name') }}</title></head>
<body>
@session('message')<p class="message">{{ $value }}</p>@endsession
@foreach ($errors->all() as $error)<p class="error">{{ $error }}</p>@endforeach
@auth<p class="user">{{ auth()->user()->name }}</p>@endauth
@yield('content')
</body>
</html>
