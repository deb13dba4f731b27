<?php

declare(strict_types=1);

namespace App;

use Bugle\Bugle;
use Symfony\Component\Messenger\Handler\MessageHandlerInterface;

/** Every third message fails. */
final class PayHandler implements MessageHandlerInterface
{
    public function __invoke(PayMessage $message): void
    {
        if (getenv('SHOP_BELL') !== false) {
            file_get_contents(getenv('SHOP_BELL') . "/job/$message->number");
        }
        Bugle::addBreadcrumb(['category' => 'pay', 'message' => "paying $message->number"]);
        if ($message->number % 3 === 0) {
            $name = strtr((string) $message->number, '0123456789', 'abcdefghij');
            throw new \DomainException("payment $name declined");
        }
    }
}
