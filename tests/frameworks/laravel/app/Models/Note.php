<?php

namespace App\Models;

use Illuminate\Database\Eloquent\Model;

class Note extends Model
{
    protected $fillable = ['text'];

    protected static function booted(): void
    {
        static::creating(function (Note $note) {
            $note->text = trim($note->text);
        });
    }
}
