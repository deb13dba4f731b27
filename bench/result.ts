import type { BurstResult } from './burst.ts'
import type { FloorResult } from './floor.ts'
import type { GroupingResult } from './grouping.ts'
import type { HalfLoadResult } from './half-load.ts'
import type { Latency } from './load-order.ts'
import type { Machine } from './machine.ts'
import type { PackingResult } from './packing.ts'
import type { ReadsResult } from './reads.ts'
import type { SaturationResult } from './saturation.ts'
import type { StreamsResult } from './streams.ts'

/** All measurements of one run; written as JSON beside the table. */
export interface BenchResult {
  machine: Machine
  command: string
  quick: boolean
  events: { meanBytes: number; issues: number; projects: number }
  /** Before and after saturation, to reveal a machine that changed its speed. */
  floor: FloorResult[]
  grouping: GroupingResult
  firstStart: number
  pssAtRest: number
  /** Idle, after a start that had to build everything. */
  pssAfterBuild: number
  pssUnderLoad: number
  /** The median round. */
  saturation: SaturationResult
  /** CPU microseconds per event in each round, without packing. */
  rounds: number[]
  /** Rounds sorted by ack p99; the middle one counts. */
  halfLoad: HalfLoadResult[]
  withLogins: { ack: Latency; logins: number }
  streams: StreamsResult
  burst: BurstResult
  packing: PackingResult
  reads: ReadsResult
  /**
   * CPU time of an event with `stored` events in the database, as a multiple of that in an empty one (both relative to bare
   * events of the same minute), and the times of reads.
   */
  growth: { stored: number; times: number; reads: ReadsResult } | undefined
}
