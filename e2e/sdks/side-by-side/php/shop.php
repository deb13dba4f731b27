<?php

/**
 * The shop of shop.mjs in PHP. `crash` ends it by an error that nobody catches.
 *
 * Usage: TOKEN=… ENDPOINT=… STORE=… AUTOLOAD=… php shop.php bugle [crash]
 * Usage: DSN=… AUTOLOAD=… php shop.php sentry [crash]
 */

declare(strict_types=1);

[, $sdk] = $argv;
require getenv('AUTOLOAD');
$tracker = require __DIR__ . "/$sdk.php";

final class StockError extends RuntimeException
{
}

function reserve(string $sku): never
{
    throw new StockError("No stock for $sku");
}

function failingJob(): never
{
    throw new RangeException('no space left');
}

function checkOut(?object $cart): int
{
    return count($cart->lines());
}

$tracker->identify('u-7');
$tracker->tag('plan', 'pro');
$tracker->context('cart', ['items' => 3]);
$tracker->crumb('order', 'took order 12');
try {
    reserve('A-17');
} catch (StockError $error) {
    $tracker->capture($error, ['name' => 'cart.json', 'data' => '{"items":3}', 'type' => 'application/json']);
    $tracker->feedback('The button does nothing', ['name' => 'Ann', 'email' => 'ann@example.com']);
}
$tracker->say('The queue is long');
trigger_error('The cache is cold', E_USER_WARNING);
$tracker->monitorByCrontab('nightly', '0 3 * * *', 'Europe/Berlin', 5, 60, static fn () => null);
try {
    $tracker->monitorByHours('cleanup', 2, failingJob(...));
} catch (RangeException) {
}
if (($argv[2] ?? '') === 'crash') {
    checkOut(null);
}
