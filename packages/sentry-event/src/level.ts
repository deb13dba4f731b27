import type { Level } from '@bugle/protocol'

/** Levels by their names in lower case: of Sentry's SDKs, of the logging libraries of several languages, and of syslog. */
const levels: Record<Level, string> = {
  fatal: 'fatal critical crit emergency emerg alert panic',
  error: 'error err severe',
  warning: 'warning warn',
  info: 'info information notice debug log sample trace verbose fine',
}
const byName = new Map(
  Object.entries(levels).flatMap(([level, names]) => names.split(' ').map((name) => [name, level as Level] as const)),
)

/** Names of which a tag keeps what the level does not say. */
export const finerLevels: ReadonlySet<string> = new Set(['debug', 'log', 'sample', 'trace', 'verbose'])

/**
 * Reads a level: a name in any case, or a number of Python's `logging`. Undefined for another value.
 *
 * @example levelOf('WARN') // 'warning'
 */
export function levelOf(sent: unknown): Level | undefined {
  if (typeof sent === 'string') return byName.get(sent) ?? byName.get(sent.trim().toLowerCase())
  if (typeof sent !== 'number' || !(sent >= 0)) return undefined
  if (sent >= 50) return 'fatal'
  if (sent >= 40) return 'error'
  return sent >= 30 ? 'warning' : 'info'
}
