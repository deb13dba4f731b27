import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../harness/built-server.ts'
import type { Scenario } from './scenario.ts'

/** Settings of a server whose ingest process computes endlessly once it gets SIGUSR2. */
export function stallOnSignal(directory: string): Record<string, string> {
  const module = join(directory, '..', 'stall.cjs')
  writeFileSync(module, `if (process.send) process.on('SIGUSR2', () => { for (;;); })\n`)
  return { NODE_OPTIONS: `--require ${module}`, BUGLE_STALL_LIMIT: '1s' }
}

/**
 * Lets the ingest process stand still under load: the supervisor must replace it, and say so. One that a signal has stopped
 * for longer must be left alone.
 */
export const stall: Scenario = async ({ server, sender, random, kills, log, fault, figure }) => {
  const ingest = () => server.processes().find(({ role }) => role === 'http')
  for (let round = 1; round <= kills; round += 1) {
    await pause(300 + random.below(700))
    const victim = ingest()
    if (victim === undefined) return fault('there is no ingest process')
    const path = `/api/projects/of-round-${round}` as const
    await fetch(`${server.url}${path}?secret=1`)
    const began = performance.now()
    process.kill(victim.pid, 'SIGUSR2')
    const isReplaced = async () => {
      const now = ingest()
      return now !== undefined && now.pid !== victim.pid && (await server.readyStatus()) === 200
    }
    while (!(await isReplaced())) {
      if (performance.now() - began > 120_000) return fault(`${victim.pid} still stands, or nothing follows it`)
      await pause(50)
    }
    if (!server.output.includes(`"path":"${path}"`)) fault('the log does not name the request that was read last')
    const recovered = await sender.next(sender.wire.status)
    if (recovered === undefined) return fault('no event was acknowledged after the replacement')
    log(`stall ${round}: replaced after ${Math.round(performance.now() - began)} ms`)
    figure('acknowledged again', recovered.at - began)
  }
  const replacements = server.output.split('stood still').length - 1
  if (replacements !== kills) fault(`the log names ${replacements} of ${kills} replacements`)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  if (!metrics.includes(`bugle_stalls_total{process="supervisor"} ${kills}`)) fault('the metric counts another number')
  const stopped = ingest()!
  process.kill(stopped.pid, 'SIGSTOP')
  await pause(5000)
  process.kill(stopped.pid, 'SIGCONT')
  if ((await sender.next(sender.wire.status)) === undefined) fault('no event was acknowledged after SIGCONT')
  if (ingest()?.pid !== stopped.pid) fault('a process that a signal had stopped was replaced')
}
