<div>
    <p class="count">{{ $user }} {{ $owner }} {{ $count }}</p>
    <p class="saved">{{ $saved }}</p>
    @error('text') <p class="error">{{ $message }}</p> @enderror
    <input wire:model="text"><button wire:click="save">Save</button>
</div>
