import type { Report } from './run.ts'

/** Formats the report: the reconciliation, figures, and faults. */
export function describeReport(report: Report): string {
  const { rows, figures, faults, seed, acknowledged, unanswered, refused, read, errors } = report
  return [
    'project  type          acknowledged  unanswered   count  issues',
    ...rows.map(
      (row) =>
        `${String(row.project).padEnd(7)}  ${row.type.padEnd(12)}  ${cell(row.acknowledged, 12)}  ` +
        `${cell(row.unanswered, 10)}  ${cell(row.count, 6)}  ${cell(row.issues, 6)}  ${row.fault ?? ''}`.trimEnd(),
    ),
    '',
    ...Object.entries(figures).map(([name, values]) => `${name}: ${describeValues(values)}`),
    '',
    `${acknowledged} events acknowledged, ${unanswered} unanswered, ${refused} refused, ${read} read one by one`,
    ...(faults.length === 0
      ? ['sent and counted events agree']
      : [`${faults.length} FAULTS`, ...summarise(faults), '', 'last errors of the server:', ...errors]),
    `seed ${seed}`,
  ].join('\n')
}

/** Joins equal faults into one line. */
function summarise(faults: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const fault of faults) {
    const text = fault.replaceAll(/"request_id":"[^"]*"/g, '"request_id":…').replaceAll(/\bevt_\w+/g, 'evt_…')
    times.set(text, (times.get(text) ?? 0) + 1)
  }
  return [...times].slice(0, 30).map(([text, count]) => (count === 1 ? text : `${count} × ${text}`))
}

function describeValues(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return values.length === 1 ? `${at(0)}` : `median ${at(0.5)}, p95 ${at(0.95)}, largest ${at(1)} (${values.length})`
}

function cell(value: number, width: number): string {
  return String(value).padStart(width)
}
