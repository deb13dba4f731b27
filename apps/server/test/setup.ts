import { afterAll } from 'vitest'
import { closeAll } from './running-servers.ts'
import { judgeStatements, recordStatements } from './sent-statements.ts'

// Runs before each test file.
recordStatements()
afterAll(judgeStatements)
afterAll(closeAll)
