import { type Fields, fieldsOf, jsonOf, valuesOf } from './values.ts'

/** Steps that make an event smaller, the least missed first. Each returns whether there was something to leave out. */
const steps: [part: string, leaveOut: (event: Fields) => boolean][] = [
  ['vars', (event) => eachFrame(event, (frame) => remove(frame, 'vars'))],
  ['threads', otherThreads],
  ['breadcrumbs', (event) => some(valuesOf(event.breadcrumbs).map((crumb) => remove(crumb, 'data')))],
  ['modules', (event) => remove(event, 'modules')],
  ['extra', (event) => remove(event, 'extra')],
  [
    'source_context',
    (event) =>
      eachFrame(event, (frame) =>
        some(['pre_context', 'context_line', 'post_context'].map((name) => remove(frame, name))),
      ),
  ],
]

/** Leaves parts out of an event until its JSON has at most `maxBytes` bytes; undefined if it stays larger. */
export function shrinkEvent(event: Fields, maxBytes: number): { bytes: Buffer; trimmed: string[] } | undefined {
  const trimmed: string[] = []
  for (const [part, leaveOut] of steps) {
    if (!leaveOut(event)) continue
    trimmed.push(part)
    const bytes = Buffer.from(jsonOf(event))
    if (bytes.length <= maxBytes) return { bytes, trimmed }
  }
  return undefined
}

function otherThreads(event: Fields): boolean {
  const threads = valuesOf(event.threads)
  const kept = threads.filter((thread) => thread.crashed === true || thread.current === true)
  if (kept.length === threads.length) return false
  event.threads = { values: kept }
  return true
}

function eachFrame(event: Fields, change: (frame: Fields) => boolean): boolean {
  const holders = [...valuesOf(event.exception), ...valuesOf(event.threads), event]
  return some(
    holders.flatMap((holder) => {
      const { frames } = fieldsOf(holder.stacktrace) ?? {}
      return Array.isArray(frames) ? frames.map((frame) => (fieldsOf(frame) ? change(frame) : false)) : []
    }),
  )
}

function remove(fields: Fields, name: string): boolean {
  const had = Object.hasOwn(fields, name)
  delete fields[name]
  return had
}

/** `some` of Array would stop at the first. */
function some(results: boolean[]): boolean {
  return results.includes(true)
}
