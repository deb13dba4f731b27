<?php

declare(strict_types=1);

namespace App;

use Bugle\Client;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Messenger\MessageBusInterface;

final class FillCommand extends Command
{
    protected static $defaultName = 'shop:fill';

    public function __construct(private readonly MessageBusInterface $bus, private readonly Client $bugle)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('count', InputArgument::REQUIRED);
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $this->bugle->addBreadcrumb(['category' => 'shop', 'message' => 'filling']);
        for ($i = 0; $i < (int) $input->getArgument('count'); $i += 1) {
            $this->bus->dispatch(new PayMessage($i, 'hidden-payload'));
        }
        return 0;
    }
}
