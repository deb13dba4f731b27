<?php

declare(strict_types=1);

namespace App;

final class PayMessage
{
    public function __construct(public readonly int $number, public readonly string $card)
    {
    }
}
