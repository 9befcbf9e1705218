<!DOCTYPE html>
<html>
<head><title>Counter</title></head>
<body>
@livewire('counter')
</body>
</html>
