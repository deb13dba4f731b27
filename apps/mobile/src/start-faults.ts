import { startFaults } from './lib/faults'

startFaults()
