import { type BuiltServer, pause } from '../harness/built-server.ts'
import type { Scenario } from './scenario.ts'

/**
 * Sends SIGTERM under load: the server must announce it, respond to accepted requests, and exit with code 0, which is another one if
 * it takes too long.
 */
export const restart: Scenario = async ({ server, sender, random, kills, log, fault, figure }) => {
  let sawStopping = 0
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(300 + random.below(1200))
    let cut = 0
    const unwatch = sender.watch(({ status, neverSent }) => {
      if (status === 0 && !neverSent) cut += 1
    })
    const began = performance.now()
    process.kill(server.pid, 'SIGTERM')
    const statuses = await readyStatusesUntilExit(server)
    const { code, signal } = await server.exited
    const tookMs = performance.now() - began
    unwatch()
    const left = server.processes()
    if (code !== 0) fault(`SIGTERM ${kill}: exit ${code ?? signal}, not 0:\n${server.output.slice(-1000)}`)
    if (left.length > 0) fault(`SIGTERM ${kill}: left behind ${left.map(({ role }) => role).join(', ')}`)
    if (/503.*200/.test(statuses.join(' '))) fault(`SIGTERM ${kill}: readyz went ${statuses.join(' ')}`)
    if (statuses.includes(503)) sawStopping += 1
    log(`SIGTERM ${kill}: out after ${Math.round(tookMs)} ms, readyz ${statuses.join(' → ')}, ${cut} cut`)
    figure('out', tookMs)
    figure('requests cut (times)', cut)
    server.start()
    figure('ready again', await server.ready())
  }
  if (sawStopping === 0) fault('readyz never said 503 while stopping')
}

/** Collects the statuses of /readyz without repetitions; `undefined` once nothing listens. */
async function readyStatusesUntilExit(server: BuiltServer): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = []
  let ended = false
  void server.exited.then(() => {
    ended = true
  })
  while (!ended) {
    const status = await server.readyStatus()
    if (statuses.at(-1) !== status) statuses.push(status)
    await pause(2)
  }
  return statuses
}
