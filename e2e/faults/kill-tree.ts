import { type BuiltServer, pause } from '../harness/built-server.ts'
import type { Random } from '../harness/random.ts'
import type { Scenario } from './scenario.ts'

/**
 * Kills everything at once, like a power cut that spares the disk, alternating between load and start-up. Under load that includes
 * the server of a second bucket, which is back after the others.
 */
export const killTree: Scenario = async ({ server, bucket, random, kills, log, figure }) => {
  let startMs = 2000
  for (let kill = 1; kill <= kills; kill += 1) {
    const starting = kill % 2 === 0
    const delay = starting ? random.next() * startMs : 200 + random.below(1800)
    await pause(delay)
    const count = server.processes().length
    if (!starting) await bucket?.kill()
    await server.kill()
    server.start()
    if (!starting) await bucket?.restart()
    log(`kill ${kill}: ${count} processes, ${Math.round(delay)} ms ${starting ? 'after the start' : 'under load'}`)
    // A kill during start-up does not wait.
    if (!starting && kill < kills) continue
    startMs = await server.ready()
    figure('recovery', startMs)
  }
  await killIngestWhileStarting(server)
}

/** Kills an ingest process while the database starts: the one in its place must wait for it as well. */
export async function killIngestWhileStarting(server: BuiltServer): Promise<void> {
  await server.kill()
  server.start()
  for (;;) {
    const victim = server.processes().find(({ role }) => role === 'http')
    if (victim !== undefined) {
      process.kill(victim.pid, 'SIGKILL')
      break
    }
    await pause(2)
  }
  await server.ready()
}

/** Kills the very first starts, while cluster and schema are created: their remains must not prevent the next start. */
export async function killFirstStarts(server: BuiltServer, random: Random, log: (line: string) => void): Promise<void> {
  for (let kill = 1; kill <= 4; kill += 1) {
    const delay = random.below(2000)
    server.start()
    await pause(delay)
    const roles = server.processes().map(({ role }) => role)
    await server.kill()
    log(`first start killed after ${delay} ms: ${roles.join(', ')}`)
  }
}
