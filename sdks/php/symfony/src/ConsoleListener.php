<?php

declare(strict_types=1);

namespace Bugle\Symfony;

use Bugle\Bugle;
use Symfony\Component\Console\ConsoleEvents;
use Symfony\Component\Console\Event\ConsoleCommandEvent;
use Symfony\Component\Console\Event\ConsoleErrorEvent;
use Symfony\Component\Console\Exception\CommandNotFoundException;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;

/** Reports errors of commands with their name. Arguments and options are never read: they may be secrets. */
final class ConsoleListener implements EventSubscriberInterface
{
    /** @return array<string, mixed> */
    public static function getSubscribedEvents(): array
    {
        return [
            ConsoleEvents::COMMAND => ['begin', 1024],
            ConsoleEvents::ERROR => ['report', 128],
            ConsoleEvents::TERMINATE => ['end', -1024],
        ];
    }

    public function begin(ConsoleCommandEvent $event): void
    {
        $name = (string) $event->getCommand()?->getName();
        Bugle::client()?->scope()->setContext('command', ['name' => $name]);
        if ($name === 'messenger:consume') {
            Bugle::client()?->sendAtOnce();
        }
    }

    public function report(ConsoleErrorEvent $event): void
    {
        $error = $event->getError();
        if ($error instanceof CommandNotFoundException) {
            // Symfony logs it with the command line.
            Bugle::client()?->ignore($error);
            return;
        }
        Bugle::captureException($error, [
            'mechanism' => ['type' => 'symfony.console', 'handled' => false],
            'contexts' => ['command' => [
                'name' => (string) $event->getCommand()?->getName(),
                'exit_code' => $event->getExitCode(),
            ]],
        ]);
    }

    public function end(): void
    {
        Bugle::client()?->end();
    }
}
