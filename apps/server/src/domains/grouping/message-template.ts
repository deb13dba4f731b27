/**
 * Replaces the variable parts of a message, so that «user 17 not found» and «user 42 not found» are one
 * template. One pass over words; each word is bounded and looked at by anchored patterns without nested
 * repetition, so time is linear whatever the text.
 *
 * @example messageTemplate('user 17 not found in "eu-1"') === 'user <number> not found in <value>'
 */
export function messageTemplate(message: string): string {
  const text = message.length > maxLength ? message.slice(0, maxLength) : message
  let out = ''
  let previous = ''
  for (const [word] of text.matchAll(words)) {
    const kind = kindOf(word, previous)
    out += kind ?? word
    if (word.trim() !== '') previous = word
  }
  return out.replaceAll(/\s+/g, ' ').trim()
}

const maxLength = 1000
const maxWord = 200

/** A quoted value on one line, a run of word characters, white space, or any other single character. */
const words = /"[^"\n]{0,200}"|'[^'\n]{0,200}'|`[^`\n]{0,200}`|[\p{L}\p{N}_./:@%+#?&=~\\-]+|\s+|[\s\S]/gu

/** Numbers after these words carry meaning: HTTP 404 is not HTTP 500. */
const meaningful = /^(?:status|code|errno|http|error|exit|signal)[:=#]?$/i

function kindOf(word: string, previous: string): string | undefined {
  const first = word[0]
  if (first === '"' || first === "'" || first === '`') return word.length > 1 ? quotedKind(word) : undefined
  if (word.length > maxWord) return '<long>'
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) return '<url>'
  if (word.includes('@') && /^[^@]+@[^@]+\.[^@.]+\.?$/.test(word)) return '<email>'
  if (!/\d/.test(word)) return undefined
  const bare = word.replace(/[.:,]$/, '')
  const tail = word.slice(bare.length)
  const kind = numericKind(bare, previous)
  return kind === undefined ? undefined : kind + tail
}

/** Names in quotes say which thing failed (`reading 'id'`); quoted values with digits or spaces vary. */
function quotedKind(word: string): string | undefined {
  return /^.[A-Za-z_$][A-Za-z_$.]{0,40}.$/.test(word) ? undefined : '<value>'
}

function numericKind(word: string, previous: string): string | undefined {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(word)) return '<uuid>'
  if (/^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(word)) return '<date>'
  if (/^\d\d?:\d\d(?::\d\d(?:\.\d+)?)?$/.test(word)) return '<date>'
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(word)) return '<address>'
  if (/^0x[0-9a-f]+$/i.test(word)) return '<hex>'
  if (/^[+-]?\d+(?:\.\d+)?(?:%|ms|s|kb|mb|gb|b|px)?$/i.test(word)) {
    return /^\d{3}$/.test(word) && meaningful.test(previous) ? undefined : '<number>'
  }
  if (/^[0-9a-f]{8,}$/i.test(word) && /[a-f]/i.test(word)) return '<hex>'
  if (word.includes('/') || word.includes('\\')) return pathKind(word)
  const joined = /^([A-Za-z_.-]{0,40}[=:#])([+-]?\d[\d.]*)$/.exec(word)
  if (joined) return meaningful.test(joined[1]!) && /^\d{3}$/.test(joined[2]!) ? undefined : `${joined[1]}<number>`
  if (/^[A-Za-z]{0,12}[_-][0-9A-Za-z_-]{6,}$/.test(word)) return '<id>'
  if (/^[0-9A-Za-z]{16,}$/.test(word)) return '<id>'
  return undefined
}

/** A path keeps its words and loses what looks like an id. */
function pathKind(word: string): string {
  return word.replaceAll(/[^/\\]*\d[^/\\]*/g, '<id>')
}
