import type { Check } from './check.ts'
import { type DoctorDeps, examine } from './examine.ts'

export interface DoctorOptions extends DoctorDeps {
  /** One JSON document instead of lines. */
  json: boolean
  print: (line: string) => void
}

/** Says how the installation is. @returns whether nothing fails */
export async function doctor({ json, print, ...deps }: DoctorOptions): Promise<boolean> {
  const checks = await examine(deps)
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
  ok: 'All is well.',
  warn: 'It works; see what is marked «warn».',
  fail: 'Something is wrong; see what is marked «fail».',
}

function linesOf(checks: readonly Check[], worst: Check['status']): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ name, status, text, advice }) => [
    `${status.padEnd(4)}  ${name.padEnd(width)}  ${oneLine(text)}`,
    ...(advice === undefined ? [] : [`${' '.repeat(6)}${' '.repeat(width)}  → ${advice}`]),
  ])
  return [...lines, endings[worst]]
}

/** What a server of somebody else's says must not steer a terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ')
}
