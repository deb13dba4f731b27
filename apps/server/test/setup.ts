import { afterAll } from 'vitest'
import { closeAll } from './running-servers.ts'

// Runs before each test file.
afterAll(closeAll)
