import type { Latency } from './load-order.ts'
import { totalOf } from './measure.ts'
import type { ReadsResult } from './reads.ts'
import type { BenchResult } from './result.ts'
import { cpuOfEvent, floorCpu, median, medianHalfLoad, promisedRows, shown, thousands } from './rows.ts'
import type { StreamsResult, StreamsRound } from './streams.ts'

/** Formats the result as Markdown, also readable on a terminal. */
export function describeResult(result: BenchResult): string {
  const { machine, events, saturation, withLogins, burst, packing, floor } = result
  const halfLoad = medianHalfLoad(result)
  return [
    `${machine.date} · ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB · ${machine.system} · Node ${machine.node}`,
    `\`${result.command}\` · events of ${thousands(events.meanBytes)} B, ${events.issues} issues (Zipf 1.1) in ${events.projects} projects, a token each, rate limit on`,
    '',
    '## Promises',
    '',
    table(
      ['figure', 'measured', 'must', 'aim', ''],
      promisedRows(result).map((row) => [row.figure, row.measured, row.must, row.aim, row.verdict]),
    ),
    '',
    '## CPU time of an event, microseconds',
    '',
    table(
      ['part', 'µs', 'share'],
      [
        ...cpuParts(result).map(([part, value]) => [
          part,
          shown(value),
          `${Math.round((value / cpuOfEvent(result)) * 100)} %`,
        ]),
        ['all', shown(cpuOfEvent(result)), ''],
        ['rounds, without packing', result.rounds.map(shown).join(', '), ''],
        [
          'bare floor, same run',
          floor.map(({ cpu }) => shown(cpu)).join(', '),
          `ratio ${shown(floorCpu(result) / cpuOfEvent(result))}`,
        ],
        ['load generator (not counted)', shown(saturation.loadCpu), ''],
      ],
    ),
    '',
    '## Load',
    '',
    table(
      ['phase', 'rate', 'ack p50 / p95 / p99', 'more'],
      [
        ['floor', `${floor.map(({ perSecond }) => thousands(perSecond)).join(', ')}/s`, '', ''],
        [
          'saturation',
          `${thousands(saturation.perSecond)}/s`,
          quantiles(saturation.latency),
          `${thousands(saturation.acknowledged)} acknowledged, drained ${shown(saturation.drainSeconds)} s after, refused ${refusals(saturation.refused)}`,
        ],
        [
          'half load',
          `${thousands(halfLoad.rate)}/s`,
          quantiles(halfLoad.ack),
          `received → visible p50 / p95 / p99 ${quantiles(halfLoad.visible)} (${halfLoad.samples} samples); written ${quantiles(halfLoad.lag)} after due; 8 kB were durable on this disk ${quantiles(halfLoad.disk)} after; rounds’ ack p99 ${result.halfLoad.map(({ ack }) => shown(ack.p99)).join(', ')} ms; refused ${refusals(halfLoad.refused)}`,
        ],
        [
          'half load and logins',
          `${thousands(halfLoad.rate)}/s`,
          quantiles(withLogins.ack),
          `${withLogins.logins} logins meanwhile`,
        ],
        describeStreams(result.streams),
        [
          'burst',
          `${thousands(burst.rate)}/s, ${burst.tokens} tokens`,
          quantiles(burst.ack),
          `${thousands(burst.acknowledged)} of ${thousands(burst.sent)} acknowledged, refused ${refusals(burst.refused)}, ${burst.unanswered} unanswered, ${burst.gaveUp} gave up waiting for a connection`,
        ],
      ],
    ),
    '',
    '## Disk',
    '',
    `${thousands(packing.events)} events: ${thousands(packing.bytesBefore)} B each before packing, ${thousands(packing.bytesAfter)} B after; packed in ${shown(packing.seconds)} s.`,
    '',
    table(
      ['table, with indexes', 'B an event'],
      packing.tables.slice(0, 10).map(({ name, bytes }) => [name, shown(bytes / packing.events)]),
    ),
    '',
    ...describeReads(result.reads),
    ...(result.growth === undefined ? [] : describeReads(result.growth.reads)),
  ].join('\n')
}

function describeReads({ events, issues, questions, merge, personExport, deletion }: ReadsResult): string[] {
  return [
    `## Reading, ${thousands(events)} events, ${thousands(issues)} issues`,
    '',
    table(
      ['question', 'p50 / p95 / p99'],
      [
        ...questions.map(({ name, latency }) => [name, quantiles(latency)]),
        ...(merge === undefined
          ? []
          : [
              [`merge of two issues with ${merge.events.map(thousands).join(' and ')} events`, quantiles(merge.merge)],
              ['undo of that', quantiles(merge.undo)],
            ]),
        [`export of a person with ${thousands(personExport.events)} events`, `${shown(personExport.doneMs)} ms`],
        ...(deletion === undefined
          ? []
          : [
              [
                `deletion of an issue with ${thousands(deletion.events)} events`,
                `${shown(deletion.responseMs)} ms, ${deletion.doneMs === undefined ? 'removing continues' : `removed after ${shown(deletion.doneMs / 1000)} s`}`,
              ],
            ]),
      ],
    ),
    '',
  ]
}

/** Medians of the rounds without and with open pages. */
function describeStreams({ streams, rate, without, with: withStreams }: StreamsResult): string[] {
  const cpu = (rounds: readonly StreamsRound[]) => median(rounds.map((round) => round.cpu))
  const ack = (rounds: readonly StreamsRound[]) =>
    (['p50', 'p95', 'p99'] as const).map((at) => shown(median(rounds.map((round) => round.ack[at])))).join(' / ')
  const received = median(withStreams.map(({ receivedPerSecond }) => receivedPerSecond)) / streams / 1000
  return [
    `half load and ${streams} open pages`,
    `${thousands(rate)}/s`,
    `${ack(withStreams)} ms`,
    `without, in turns, ${ack(without)} ms; CPU ${shown(cpu(withStreams))} against ${shown(cpu(without))} µs an event; each page receives ${shown(received)} kB/s`,
  ]
}

function cpuParts({ saturation, packing }: BenchResult): [part: string, value: number][] {
  return [
    ['server (http)', saturation.cpu.server],
    ['digest', saturation.cpu.digest],
    ['database', saturation.cpu.database],
    ['supervisor', saturation.cpu.supervisor],
    ['packing, the worker’s', totalOf(packing.cpu) - packing.cpu.database],
    ['packing, the database’s', packing.cpu.database],
  ]
}

function quantiles({ p50, p95, p99 }: Latency): string {
  return `${shown(p50)} / ${shown(p95)} / ${shown(p99)} ms`
}

function refusals(refused: Record<number, number>): string {
  const parts = Object.entries(refused).map(([status, count]) => `${thousands(count)} × ${status}`)
  return parts.length === 0 ? 'none' : parts.join(', ')
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, 3, ...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n')
}
