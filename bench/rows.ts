import type { HalfLoadResult } from './half-load.ts'
import { totalOf } from './measure.ts'
import { filteredList } from './reads.ts'
import type { BenchResult } from './result.ts'

/** A target figure. */
export interface Row {
  figure: string
  measured: string
  must: string
  aim: string
  verdict: 'aim met' | 'must met' | 'missed' | 'not measured'
}

/** Lists the target figures with their measurements. */
export function promisedRows(result: BenchResult): Row[] {
  const { grouping, burst, packing, reads, growth } = result
  const halfLoad = medianHalfLoad(result)
  const perCpuSecond = 1e6 / cpuOfEvent(result)
  const ratio = floorCpu(result) / cpuOfEvent(result)
  const readRow = (name: string, must = 30, aim = 8, from = reads): Row => {
    const { p50, p95 } = from.questions.find((question) => question.name === name)!.latency
    const large = from.events >= 1_000_000
    return {
      ...least(`${name}: p95 (p50)`, [p95], [must], [aim], ` ms (${shown(p50)} ms), ${thousands(from.events)} events`),
      ...(large ? {} : { verdict: 'not measured' as const }),
    }
  }
  const mb = 1e6
  return [
    most('events per CPU-second, digest drained, packing included', perCpuSecond, 2000, 3000),
    most('ratio to the bare floor', ratio, 0.2, 0.4),
    least(
      `parse and fingerprint of a ${grouping.frames}-frame stack (parse alone)`,
      [grouping.fingerprint, grouping.parse],
      [25, 15],
      [15, 10],
      ' µs',
    ),
    least(
      'ack p99 / visible p99 at half load',
      [halfLoad.ack.p99, halfLoad.visible.p99],
      [100, 1000],
      [25, 300],
      ' ms',
    ),
    {
      figure: `burst of ${burst.seconds} s at twice capacity`,
      measured: `${burst.lost} lost of ${thousands(burst.acknowledged)}, drained in ${shown(burst.drainSeconds)} s, ${shown(burst.largestPss / mb)} MB`,
      must: 'nothing lost, memory bounded',
      aim: 'drained in 60 s',
      verdict: burst.lost > 0 ? 'missed' : burst.drainSeconds <= 60 ? 'aim met' : 'must met',
    },
    least(
      'memory (PSS) at rest / at rest after a start that built / under load',
      [result.pssAtRest / mb, result.pssAfterBuild / mb, result.pssUnderLoad / mb],
      [350, 350, 600],
      [220, 220, 400],
      ' MB',
    ),
    least('disk per event after packing', [packing.bytesAfter], [1600], [1200], ' B'),
    readRow('issue list with sparkline'),
    readRow('issue with latest event, stats, tags'),
    readRow('event'),
    readRow(filteredList, 60, 15),
    ...(growth === undefined ? [] : [readRow(filteredList, 60, 15, growth.reads)]),
    least('start with data / first start', [packing.startWithData, result.firstStart], [3, 10], [1, 4], ' s'),
    growth === undefined
      ? { figure: 'cost of an event at 5 M stored', measured: '–', must: '1.2 ×', aim: '1 ×', verdict: 'not measured' }
      : least(`cost of an event at ${thousands(growth.stored)} stored`, [growth.times], [1.2], [1.05], ' ×'),
  ]
}

/** CPU microseconds per event over all server processes, including packing. */
export function cpuOfEvent({ saturation, packing }: BenchResult): number {
  return totalOf(saturation.cpu) + totalOf(packing.cpu)
}

/** The round with the median ack p99. */
export function medianHalfLoad({ halfLoad }: BenchResult): HalfLoadResult {
  return halfLoad[Math.floor((halfLoad.length - 1) / 2)]!
}

/** The median of the floor's rounds. */
export function floorCpu({ floor }: BenchResult): number {
  return median(floor.map(({ cpu }) => cpu))
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

function most(figure: string, value: number, must: number, aim: number): Row {
  const verdict = value >= aim ? 'aim met' : value >= must ? 'must met' : 'missed'
  return { figure, measured: shown(value), must: shown(must), aim: shown(aim), verdict }
}

function least(figure: string, values: number[], must: number[], aim: number[], unit: string): Row {
  const within = (limits: number[]) => values.every((value, index) => value <= limits[index]!)
  return {
    figure,
    measured: values.map(shown).join(' / ') + unit,
    must: must.map(shown).join(' / ') + unit.split(' (')[0],
    aim: aim.map(shown).join(' / ') + unit.split(' (')[0],
    verdict: within(aim) ? 'aim met' : within(must) ? 'must met' : 'missed',
  }
}

/** Rounds to three significant digits. */
export function shown(value: number): string {
  if (value >= 1000) return thousands(value)
  if (value >= 100) return value.toFixed(0)
  return String(Number(value.toPrecision(3)))
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
