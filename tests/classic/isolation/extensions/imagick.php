<?php
function run(string $name, Closure $wait): array
{
    $picture = new Imagick();
    $picture->newImage(64, 64, new ImagickPixel($name === 'a' ? 'red' : 'blue'));
    $picture->setImageFormat('png');
    $wait();
    $drawing = new ImagickDraw();
    $drawing->setFillColor('white');
    $drawing->rectangle(0, 0, 10, 10);
    $picture->drawImage($drawing);
    $picture->resizeImage(32, 32, Imagick::FILTER_LANCZOS, 1);
    $read = new Imagick();
    $read->readImageBlob($picture->getImageBlob());
    return [$read->getImagePixelColor(20, 20)->getColorAsString(), $read->getImageWidth()];
}
