import { onTestFinished } from 'vitest'
import { serversPerFile } from '../../../scripts/test-connections.mjs'

type Close = () => Promise<void>

/** How to close each server of the file that runs, in the order of their starts. */
const running: Close[] = []

/** Keeps a server among those that end with the test that started it, or else with the file. */
export function noteRunning(close: Close): void {
  running.push(close)
  if (isInTest()) onTestFinished(() => closeNow(close))
}

function isInTest(): boolean {
  try {
    onTestFinished(() => {})
    return true
  } catch {
    return false
  }
}

/** @throws an Error before the servers of a file could use more connections than the database allows */
export function checkBound(): void {
  if (running.length === serversPerFile)
    throw new Error(`A test file starts at most ${serversPerFile} servers: scripts/test-connections.mjs says why.`)
}

/** Closes one that ends earlier. */
export async function closeNow(close: Close): Promise<void> {
  const index = running.indexOf(close)
  if (index === -1) return
  running.splice(index, 1)
  await close()
}

/** Closes all, the last first: those beside another use its database. */
export async function closeAll(): Promise<void> {
  const errors: unknown[] = []
  for (let close = running.pop(); close !== undefined; close = running.pop())
    await close().catch((error: unknown) => errors.push(error))
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, errors.join('; '))
}
