<?php

declare(strict_types=1);

namespace App;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Queue\InteractsWithQueue;
use Illuminate\Support\Facades\Log;

/** Takes a payment; every third fails. */
final class PayJob implements ShouldQueue
{
    use InteractsWithQueue;

    public int $tries = 1;

    public function __construct(private readonly int $number, private readonly string $card)
    {
    }

    public function handle(): void
    {
        if (getenv('SHOP_BELL') !== false) {
            file_get_contents(getenv('SHOP_BELL') . "/job/{$this->number}");
        }
        Log::info("paying {$this->number}", ['card_number' => $this->card]);
        if (getenv('SHOP_MEMORY') !== false) {
            file_put_contents(getenv('SHOP_MEMORY'), memory_get_usage() . "\n", FILE_APPEND);
        }
        if ($this->number % 3 === 0) {
            throw new \DomainException("payment " . self::word($this->number) . ' declined');
        }
    }

    /** A name for each number, since numbers in messages and equal errors are folded. */
    private static function word(int $number): string
    {
        return strtr((string) $number, '0123456789', 'abcdefghij');
    }
}
