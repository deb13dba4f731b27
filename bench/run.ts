import { pause } from '../e2e/harness/built-server.ts'
import { readMemory } from '../e2e/harness/memory.ts'
import { measureBuildingStart } from './building-start.ts'
import { runBurst } from './burst.ts'
import { drained } from './drain.ts'
import { makeWorkload, type WorkloadOptions } from './events.ts'
import { measureFloor } from './floor.ts'
import { measureGrouping } from './grouping.ts'
import { measureGrowth } from './growth.ts'
import { runHalfLoadRounds, runHalfLoadWithLogins } from './half-load.ts'
import { LoadGenerator } from './load.ts'
import { describeMachine } from './machine.ts'
import { totalOf, watchPss } from './measure.ts'
import type { Options } from './options.ts'
import { packAll } from './packing.ts'
import { preload } from './preload.ts'
import { measureReads, type ReadsResult } from './reads.ts'
import type { BenchResult } from './result.ts'
import { medianRound, type SaturationResult, saturate } from './saturation.ts'
import { settle } from './settle.ts'
import { measureStreams } from './streams.ts'
import { startSubject } from './subject.ts'

const issues = 600
/** A fast machine exceeds the rate limit of the projects together. */
const unlimited = { BUGLE_INGEST_RATE: '1000000' }

/**
 * Runs the phases in sequence, on one installation where possible. Publishes the result when the usual figures are
 * complete, and again with those of a large database, which takes half an hour to fill.
 */
export async function runPhases(
  options: Options,
  log: (line: string) => void,
  publish: (result: BenchResult) => void,
): Promise<void> {
  const workload: WorkloadOptions = { seed: options.seed, projects: options.projects, issues, perProject: 30 }
  const load = await LoadGenerator.start(workload)
  const { connections } = options

  log('grouping, in this process')
  const grouping = measureGrouping(options.seed)

  log('a start that builds')
  const pssAfterBuild = await measureBuildingStart()

  log('starting')
  const subject = await startSubject(options.projects, unlimited, options.postmaster)
  const emptyBytes = await subject.data.bytes()
  await pause(2000)
  const pssAtRest = readMemory(subject.server.dataDirectory).allBytes

  log('floor and saturation, in turns')
  const floor = [await measureFloor(load, 64, options.floorSeconds)]
  const rounds: SaturationResult[] = []
  await saturate(subject, load, connections, options.warmUpSeconds)
  const memory = watchPss(subject.server.dataDirectory)
  for (let round = 0; round < options.rounds; round += 1) {
    rounds.push(await saturate(subject, load, connections, options.saturationSeconds))
    floor.push(await measureFloor(load, 64, options.floorSeconds))
  }
  const pssUnderLoad = memory.stop()
  const saturation = medianRound(rounds)

  log('half load')
  const half = saturation.perSecond / 2
  const { rounds: halfLoadRounds, halfLoadSeconds: seconds } = options
  const halfLoad = await runHalfLoadRounds(subject, load, half, { rounds: halfLoadRounds, seconds })
  const withLogins = await runHalfLoadWithLogins(subject, load, half, seconds)
  const streams = await measureStreams(subject, load, half, { rounds: halfLoadRounds, seconds, streams: 50 })

  // Before the burst, which needs more projects than a small installation has and would make small packs.
  log('packing')
  const packing = await packAll(subject, emptyBytes)

  log('burst')
  const burst = await runBurst(subject, load, saturation.perSecond, options.burstSeconds)

  log('reading')
  const reads = options.preload === 0 ? await measureReads(subject, options.reads) : await readPreloaded(options, log)
  await subject.close()

  const templates = makeWorkload(workload)
  const result: BenchResult = {
    machine: describeMachine(),
    command: `npm run bench${process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}`,
    quick: options.quick,
    events: {
      meanBytes: templates.reduce((sum, { bytes }) => sum + bytes.length, 0) / templates.length,
      issues,
      projects: options.projects,
    },
    floor,
    grouping,
    firstStart: subject.firstStart,
    pssAtRest,
    pssAfterBuild,
    pssUnderLoad,
    saturation,
    rounds: rounds.map(({ cpu }) => totalOf(cpu)),
    halfLoad,
    withLogins,
    streams,
    burst,
    packing,
    reads,
    growth: undefined,
  }
  publish(result)
  if (options.growth > 0) publish({ ...result, growth: await measureGrowth(options, load, log) })
  load.close()
}

/** Runs the read figures on one large project, in a separate installation. */
async function readPreloaded(options: Options, log: (line: string) => void): Promise<ReadsResult> {
  // The rate limit was measured already; here a million events go through one token.
  const subject = await startSubject(1, { ...unlimited, BUGLE_PACK_AFTER: '1m' }, options.postmaster)
  const { preload: events, preloadIssues, seed, connections } = options
  await preload(subject, { events, issues: preloadIssues, seed, connections }, (stored) => log(`  ${stored} stored`))
  await drained(subject)
  await settle(subject)
  const reads = await measureReads(subject, options.reads)
  await subject.close()
  return reads
}
