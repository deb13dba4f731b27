<?php

/**
 * Sends one of everything that stands beside events. Words that begin with `hidden` must not arrive anywhere.
 *
 * Usage: php items.php <argument that must not arrive>
 */

declare(strict_types=1);

use Bugle\Bugle;
use Bugle\DirectoryStore;
use Bugle\SessionCounts;

require getenv('BUGLE_AUTOLOAD');

Bugle::init(['release' => 'shop@4.2.0', 'storeDirectory' => getenv('BUGLE_STORE'), 'exitTimeoutMs' => 20_000]);

function backUp(string $password): void
{
    throw new DomainException('the disk is full');
}

Bugle::captureException(new LengthException('the cart is full'), [
    'attachments' => [['name' => 'cart.json', 'data' => '{"items":3}', 'type' => 'application/json']],
]);
Bugle::flush();
Bugle::captureFeedback('The button does nothing, password=hidden-word', [
    'email' => 'ann@example.com',
    'url' => 'https://shop.example/cart?token=hidden-query',
]);
Bugle::withMonitor('import', static fn () => null, 'every 10 minutes');
try {
    Bugle::withMonitor('nightly-backup', static fn () => backUp('hidden-argument'), [
        'schedule' => '0 3 * * *', 'timezone' => 'Europe/Berlin',
    ]);
} catch (DomainException) {
}

// Requests of the minute before the last one, and one now, by which their sum leaves.
$client = Bugle::client();
$store = DirectoryStore::of($client->options);
$earlier = (int) (microtime(true) * 1000) - 120_000;
foreach ([SessionCounts::EXITED, SessionCounts::EXITED, SessionCounts::ERRORED, SessionCounts::CRASHED] as $how) {
    (new SessionCounts($client->options, $store))->add($how, $earlier);
}
$client->beginSession();
$client->end();
