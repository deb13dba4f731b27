import { pause } from '../harness/built-server.ts'
import type { Scenario } from './scenario.ts'

/** SIGKILL to everything at once, like a power cut that keeps the disk; every other time during start-up. */
export const killTree: Scenario = async ({ server, random, kills, log, figure }) => {
  for (let kill = 1; kill <= kills; kill += 1) {
    const delay = kill % 2 === 0 ? random.below(1200) : 200 + random.below(1800)
    await pause(delay)
    const count = server.processes().length
    const wasReady = (await server.readyStatus()) === 200
    await server.kill()
    server.start()
    log(`kill ${kill}: ${count} processes, ${wasReady ? 'ready' : 'starting'}, after ${delay} ms`)
    // Before an odd one the server is up and under load, before an even one it is somewhere in its start.
    if (kill % 2 === 0 || kill === kills) figure('recovery', await server.ready())
  }
}
