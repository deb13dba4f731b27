<?php

declare(strict_types=1);

namespace Bugle;

/** Version of the SDK, as events carry it. */
final class Version
{
    public const VERSION = '0.1.0';
}
