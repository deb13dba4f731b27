import { loadModule } from 'libpg-query'
import pg from 'pg'
import { inject } from 'vitest'
import { readMigrationFiles } from '../src/db/migration-files.ts'
import { forbiddenForms } from './statement-forms.ts'

/** Statements of the server that were sent and are not judged yet, with the first place that sent them. */
const unjudged = new Map<string, string>()
const judged = new Map<string, string>()
const recorded = Symbol.for('bugle.recorded-statements')

/**
 * Records every statement that the server sends in this process, as it is sent: also those whose text is known only then, which
 * `statements.test.ts` cannot read from the sources. Statements of the tests themselves are left out.
 */
export function recordStatements(): void {
  // The statements of a pool are sent later, when their caller is no longer on the stack.
  for (const prototype of [pg.Client.prototype, pg.Pool.prototype] as unknown as Recorded[]) {
    if (prototype[recorded]) continue
    const { query } = prototype
    prototype[recorded] = true
    prototype.query = function (this: unknown, ...parameters: unknown[]) {
      note(parameters[0])
      return query.apply(this, parameters)
    }
  }
}

interface Recorded {
  query: (...parameters: unknown[]) => unknown
  [recorded]?: boolean
}

/** Fails if a statement that was sent since the last call has a form that a bucket on a distributed engine refuses. */
export async function judgeStatements(): Promise<void> {
  if (unjudged.size === 0) return
  await loadModule()
  const defaults = new Map(inject('movingDefaults'))
  // Migrations are judged by statements.test.ts: those that are released cannot be mended.
  const migrations = new Set([...(await readMigrationFiles()).values()].flatMap(({ statements }) => statements))
  const faults = [...unjudged].flatMap(([text, location]) =>
    (migrations.has(text) ? [] : formsOf(text, defaults)).map((why) => `${location} ${why}:\n${text}`),
  )
  for (const [text, location] of unjudged) judged.set(text, location)
  unjudged.clear()
  if (faults.length > 0) throw new Error(faults.join('\n\n'))
}

/** Tests also make the server send what PostgreSQL does not take. */
function formsOf(text: string, defaults: ReadonlyMap<string, readonly string[]>): string[] {
  try {
    return forbiddenForms(text, defaults)
  } catch {
    return []
  }
}

function note(statement: unknown): void {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text
  if (typeof text !== 'string' || judged.has(text) || unjudged.has(text)) return
  const sender = senderOf(new Error().stack ?? '')
  if (sender !== undefined) noteStatement(text, sender)
}

/** Notes a statement with the place in the sources that sent it. */
export function noteStatement(text: string, sender: string): void {
  if (!judged.has(text)) unjudged.set(text, sender)
}

/** Returns the statements of a source that were sent first, of all files of this worker. */
export function sentFrom(file: string): string[] {
  return [...judged, ...unjudged].flatMap(([text, sender]) => (sender.startsWith(`${file}:`) ? text : []))
}

/** Returns the place in the sources that sends a statement; undefined if it is none of the server's. */
function senderOf(stack: string): string | undefined {
  const callers = stack
    .split('\n')
    .filter(
      (line) =>
        !/node_modules|sent-statements|\/src\/db\/(?:buckets|database|sided-client|sql|storable-parameters)\.ts/.test(
          line,
        ),
    )
  return /\/apps\/server\/src\/(?!.*\.test\.ts)(.+?:\d+)/.exec(callers[1] ?? '')?.[1]
}
