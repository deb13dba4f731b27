<?php

declare(strict_types=1);

namespace Bugle\Symfony\Command;

use Bugle\Bugle;
use Bugle\Check;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/** Sends a test event and reports its outcome. */
final class TestCommand extends Command
{
    protected function configure(): void
    {
        $this->setName('bugle:test')
            ->setDescription('Sends a test event to Bugle')
            ->addOption('api-token', null, InputOption::VALUE_REQUIRED, 'reads the event back with this API token');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $token = $input->getOption('api-token');
        $check = new Check(fn (string $line) => $output->writeln($line, OutputInterface::OUTPUT_RAW));
        return $check->run(Bugle::client(), is_string($token) && $token !== '' ? $token : null) ? 0 : 1;
    }
}
