// Runs the embedded database as the supervisor does, in a process that tests kill: `bugle-process.ts <data directory>`
// prints events, one JSON object per line, and stops on request.
import { createInterface } from 'node:readline'
import { startEmbeddedDatabase } from '../index.ts'

const say = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)

try {
  const database = await startEmbeddedDatabase({
    dataDirectory: process.argv[2]!,
    log: {
      info: (fields, message) => say({ type: 'info', message, ...fields }),
      warn: (fields, message) => say({ type: 'warn', message, ...fields }),
    },
  })
  say({ type: 'ready', pid: database.pid, connection: database.connection })
  for await (const line of createInterface({ input: process.stdin })) if (line === 'stop') break
  await database.stop()
  say({ type: 'stopped', ...(await database.exited) })
  process.exit(0)
} catch (error) {
  say({ type: 'refused', name: (error as Error).name, message: (error as Error).message })
  process.exit(1)
}
