<?php
// The library holds locks while it tells of its progress: that code blocks instead of waiting. It stopped the worker.
Co\run(function () {
    $found = [];
    $draw = function (string $color) use (&$found): void {
        $picture = new Imagick();
        $picture->newImage(64, 64, new ImagickPixel($color));
        $picture->setImageFormat('png');
        $calls = 0;
        $picture->setProgressMonitor(function () use (&$calls) {
            usleep(100);
            ++$calls;
            return true;
        });
        $picture->resizeImage(32, 32, Imagick::FILTER_LANCZOS, 1);
        $found[$color] = [$picture->getImagePixelColor(20, 20)->getColorAsString(), $calls > 0];
    };
    Co::join([go($draw, 'red'), go($draw, 'blue')]);
    ksort($found);
    echo json_encode($found);
});
