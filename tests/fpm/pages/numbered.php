<?php
final class Numbered
{
    private const NAMES = ['class 0', 'class 1', 'class 2'];

    public function __construct(private readonly int $number)
    {
    }

    public function name(): string
    {
        return self::NAMES[$this->number];
    }
}
