import { oneLine } from '../format-columns.ts'
import type { Check } from './check.ts'
import { type DoctorDeps, runChecks } from './run-checks.ts'

export interface DoctorOptions extends DoctorDeps {
  /** Prints one JSON document instead of lines. */
  json: boolean
  print: (line: string) => void
}

/** Prints the state of the installation. @returns false if a check fails */
export async function doctor({ json, print, ...deps }: DoctorOptions): Promise<boolean> {
  const checks = await runChecks(deps)
  const worst = worstOf(checks)
  if (json) print(JSON.stringify({ status: worst, version: deps.version, checks }, null, 2))
  else for (const line of linesOf(checks, worst)) print(line)
  return worst !== 'fail'
}

function worstOf(checks: readonly Check[]): Check['status'] {
  if (checks.some(({ status }) => status === 'fail')) return 'fail'
  return checks.some(({ status }) => status === 'warn') ? 'warn' : 'ok'
}

const endings = {
  ok: 'No problems found.',
  warn: 'It works; see the lines marked «warn».',
  fail: 'Something is wrong; see the lines marked «fail».',
}

function linesOf(checks: readonly Check[], worst: Check['status']): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ name, status, text, advice }) => [
    `${status.padEnd(4)}  ${name.padEnd(width)}  ${oneLine(text)}`,
    ...(advice === undefined ? [] : [`${' '.repeat(6)}${' '.repeat(width)}  → ${advice}`]),
  ])
  return [...lines, endings[worst]]
}
