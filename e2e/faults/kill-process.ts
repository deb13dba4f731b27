import { pause } from '../harness/built-server.ts'
import type { Role } from '../harness/process-tree.ts'
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
    const candidates = server.processes().filter((process) => process.role === role)
    if (candidates.length === 0) {
      fault(`there is no ${role} process to kill`)
      continue
    }
    const victim = random.pick(candidates)
    const began = performance.now()
    process.kill(victim.pid, 'SIGKILL')
    // Later than the first moment: a response already in flight proves nothing.
    await pause(150)
    const ready = await manager.ready()
    const recovered = ready === undefined ? undefined : await sender.next(sender.wire.status)
    log(`kill ${kill}: ${role} ${victim.pid}, ready after ${Math.round(performance.now() - began)} ms`)
    if (recovered === undefined)
      return fault(`not ready two minutes after the kill of ${role}:\n${server.output.slice(-2000)}`)
    figure(`ready after ${role}`, recovered.at - began)
  }
  figure('starts by the service manager (times)', manager.restarts)
  await manager.stopRestarting()
}
