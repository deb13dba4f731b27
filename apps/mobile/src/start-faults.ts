import { startFaults } from './lib/faults'

void startFaults()
