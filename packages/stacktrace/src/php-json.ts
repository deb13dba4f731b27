/** Entry of PHP's `getTrace()`, as frameworks print it in JSON. */
interface Entry {
  file?: string
  line?: number
  function: string
  class?: string
  type?: string
}

/**
 * Restores PHP's text of an exception from the object that Laravel answers with while it debugs: `message`, `exception`,
 * `file`, `line` and `trace`. Returns undefined for any other object.
 *
 * @example phpJsonToText({ message: 'no cart', exception: 'NoCart', file: '/srv/a.php', line: 3, trace: [] }) // 'PHP Fatal error:  Uncaught NoCart: no cart in /srv/a.php:3\nStack trace:\n#0 {main}'
 */
export function phpJsonToText(object: Record<string, unknown>): string | undefined {
  const { message, exception, file, line, trace } = object
  if (typeof exception !== 'string' || typeof file !== 'string' || typeof line !== 'number') return undefined
  const entries = Array.isArray(trace) ? trace.filter(isEntry) : []
  const head = `PHP Fatal error:  Uncaught ${exception}: ${String(message ?? '')} in ${file}:${line}`
  return [head, 'Stack trace:', ...entries.map(lineOf), `#${entries.length} {main}`].join('\n')
}

/** Restores the lines of a part of such an object, which is no JSON by itself. Returns undefined if there are none. */
export function phpPartToText(text: string): string | undefined {
  if (!text.includes('"function": "') || !text.includes('"line": ')) return undefined
  const entries = [...text.matchAll(entry)].slice(0, maxEntries)
  return entries.length === 0
    ? undefined
    : entries
        .map(([, file = '', line, name = '', type = '', mark = '']) =>
          lineOf({ file: plain(file), line: Number(line), function: plain(name), class: plain(type), type: mark }),
        )
        .join('\n')
}

const entry =
  /"file": "([^"\n]{1,900})",\s{1,60}"line": (\d{1,9}),\s{1,60}"function": "([^"\n]{1,300})"(?:,\s{1,60}"class": "([^"\n]{1,300})",\s{1,60}"type": "(->|::)")?/g
const maxEntries = 250

function plain(text: string): string {
  return text.replaceAll('\\\\', '\\').replaceAll('\\/', '/')
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'function' in value && typeof value.function === 'string'
}

function lineOf({ file, line, function: name, class: owner, type }: Entry, index = 0): string {
  const call = `${owner ?? ''}${owner ? (type ?? '->') : ''}${name}()`
  return file === undefined ? `#${index} [internal function]: ${call}` : `#${index} ${file}(${line}): ${call}`
}
