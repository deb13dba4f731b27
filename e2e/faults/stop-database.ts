import { pause } from '../harness/built-server.ts'
import { signalAll } from '../harness/process-tree.ts'
import type { Scenario, Stage } from './scenario.ts'

/**
 * Freezes the database for a while (SIGSTOP), then kills it: refusals must say when to retry, and service must resume
 * soon.
 */
export const stopDatabase: Scenario = async (stage) => {
  const { server, long, random, fault } = stage
  await pause(500 + random.below(500))
  await standStill(stage, long ? 60_000 : 5000)
  await pause(1000)
  signalAll(databaseOf(stage), 'SIGKILL')
  await pause(100) // responses already in flight
  await back(stage, 'database killed')
  await pause(1000)
  await standStill(stage, long ? 10_000 : 3000)
  if (!server.isRunning) fault(`the server ended:\n${server.output.slice(-2000)}`)
}

async function standStill(stage: Stage, ms: number): Promise<void> {
  const { sender, log, fault, figure } = stage
  const stopped = databaseOf(stage)
  let refusals = 0
  let slowest = 0
  const unwatch = sender.watch(({ status, retryAfter, tookMs }) => {
    slowest = Math.max(slowest, tookMs)
    if (status !== 503) return
    refusals += 1
    if (retryAfter === undefined) fault('a 503 without Retry-After')
  })
  signalAll(stopped, 'SIGSTOP')
  const began = performance.now()
  // However late a busy machine is with it.
  const [refusal] = await Promise.all([sender.next(503), pause(ms)])
  signalAll(stopped, 'SIGCONT')
  unwatch()
  log(
    `database stopped for ${Math.round(performance.now() - began)} ms: ${refusals} times 503, slowest response ${Math.round(slowest)} ms`,
  )
  if (refusal === undefined) fault('no 503 while the database stood still for two minutes')
  else figure('first 503', refusal.at - began)
  figure('slowest response meanwhile', slowest)
  await back(stage, 'database went on')
}

/** Waits for the next acknowledgement. */
async function back({ sender, fault, figure, log, server }: Stage, why: string): Promise<void> {
  const began = performance.now()
  const response = await sender.next(202)
  if (response === undefined) return fault(`${why}: no 202 within two minutes:\n${server.output.slice(-2000)}`)
  log(`${why}: first 202 after ${Math.round(response.at - began)} ms`)
  figure(`first 202 after ${why}`, response.at - began)
}

function databaseOf({ server }: Stage) {
  return server.processes().filter(({ role }) => /^(postmaster|backend|database helper)$/.test(role))
}
