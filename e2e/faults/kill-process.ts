import { pause } from '../harness/built-server.ts'
import { type Role, signalAll } from '../harness/process-tree.ts'
import type { Scenario } from './scenario.ts'
import { ServiceManager } from './service-manager.ts'

const victims: readonly Role[] = ['http', 'supervisor', 'postmaster', 'backend']

/** Kills a single process; the others must recover, and a service manager restarts the supervisor. */
export const killProcess: Scenario = async ({ server, sender, random, kills, log, fault, figure }) => {
  const manager = new ServiceManager(server)
  manager.start()
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(300 + random.below(700))
    const role = victims[(kill - 1) % victims.length]!
    const running = server.processes()
    const candidates = running.filter((process) => process.role === role)
    if (candidates.length === 0) {
      fault(`there is no ${role} process to kill`)
      continue
    }
    const victim = random.pick(candidates)
    const began = performance.now()
    // Ingest processes end after their supervisor, and answer until then.
    const ending = role === 'supervisor' ? running.filter((one) => one.role === role || one.role === 'http') : [victim]
    const isLeft = () => server.processes().some(({ pid }) => ending.some((one) => one.pid === pid))
    const { restarts } = manager
    signalAll([victim], 'SIGKILL')
    while (isLeft() || (role === 'supervisor' && manager.restarts === restarts) || !server.isRunning) await pause(20)
    const endedAt = performance.now()
    const ready = await manager.ready()
    let recovered = ready === undefined ? undefined : await sender.next(sender.wire.status)
    // A response that was on its way proves nothing.
    while (recovered !== undefined && recovered.at - recovered.tookMs < endedAt)
      recovered = await sender.next(sender.wire.status)
    log(`kill ${kill}: ${role} ${victim.pid}, ready after ${Math.round(performance.now() - began)} ms`)
    if (recovered === undefined)
      return fault(`not ready two minutes after the kill of ${role}:\n${server.output.slice(-2000)}`)
    figure(`ready after ${role}`, recovered.at - began)
  }
  figure('starts by the service manager (times)', manager.restarts)
  await manager.stopRestarting()
}
