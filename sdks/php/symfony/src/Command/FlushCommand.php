<?php

declare(strict_types=1);

namespace Bugle\Symfony\Command;

use Bugle\Bugle;
use Bugle\Check;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/** Sends the events that wait in the store. */
final class FlushCommand extends Command
{
    protected function configure(): void
    {
        $this->setName('bugle:flush')
            ->setDescription('Sends the events that wait for Bugle')
            ->addOption('timeout', null, InputOption::VALUE_REQUIRED, 'seconds', '30');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $check = new Check(fn (string $line) => $output->writeln($line, OutputInterface::OUTPUT_RAW));
        return $check->flush(Bugle::client(), (int) $input->getOption('timeout')) ? 0 : 1;
    }
}
