import { engineMessage } from './engine-message.ts'
import { withoutPerson } from './stable-name.ts'
import type { WorkLimit } from './work-limit.ts'

/**
 * Replaces the variable parts of a message, so that «user 17 not found» and «user 42 not found» are one
 * template. One pass over words; each word is bounded and looked at by anchored patterns without nested
 * repetition, so time is linear whatever the text.
 *
 * @example messageTemplate('user 17 not found in "eu 1"') === 'user <number> not found in <value>'
 */
export function messageTemplate(message: string, limit: WorkLimit = () => {}): string {
  const cut = message.length > maxLength ? message.slice(0, maxLength) : message
  // A list of texts as JSON, or a text that was quoted as a whole: what it says are no values.
  const text = /^\[?"/.test(cut) && /"\]?$/.test(cut) ? cut.replaceAll('"', '') : cut
  const known = engineMessage(text)
  if (known !== undefined) return known
  let out = ''
  let previous = ''
  for (const [word] of withoutPerson(text).matchAll(words)) {
    limit()
    const kind = kindOf(word, previous)
    out += kind ?? word
    if (word.trim() !== '' && !(isLinking(word) && meaningful.test(previous))) previous = word
  }
  return folded(out)
}

/** `a status of 404`, `the exit code was 1` */
function isLinking(word: string): boolean {
  return word === 'of' || word === 'is' || word === 'was'
}

/** Dates of several words, lists of values, telephone numbers: one mark. Line breaks and indentation tell nothing. */
function folded(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<date>(?:,? (?:at )?<(?:date|time)>)+/g, '<date>')
    .replaceAll(/<(\w+)>(?:(?:, ?| )<\1>)+/g, '<$1>')
    .trim()
}

/**
 * What a message says that is no value: HTTP statuses, exit codes, SQL states, errno names. They tell errors apart that are thrown
 * in one place.
 *
 * @example meaningOf('POST /charge failed with status 402') // ['402']
 */
export function meaningOf(message: string): string[] {
  const text = message.length > maxLength ? message.slice(0, maxLength) : message
  if (!mayMean.test(text)) return []
  const found = [meanings, errnos, sqlStates]
    .filter((pattern) => text.search(pattern) >= 0)
    .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]))
  return [...new Set(found)].slice(0, 3)
}

/** Most messages hold none: one quick look says so. */
const mayMean = /\d|E[A-Z]{3}/
const meanings =
  /\b(?:status(?: code)?(?: of| is| was)?|http(?:\/\d\.\d)?|code|errno|signal)[ :=#([]{1,3}(\d{1,3})\b|(?<=: )[45]\d\d(?= [A-Z])/gi
const errnos =
  /\bE(?:CONN[A-Z]+|TIMEDOUT|NOENT|ACCES|PERM|PIPE|ADDRINUSE|HOSTUNREACH|NOTFOUND|AI_[A-Z]+|MFILE|NOSPC|EXIST|BUSY)\b/g
const sqlStates = /\bSQLSTATE[ :=[]{1,2}([0-9A-Z]{5})\b/g

const maxLength = 1000
const maxWord = 200

/** A quoted value on one line, a bracketed blob, a run of word characters, white space, or any other single character. */
const words =
  /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"<>]{0,1000}|"[^"\n]{0,200}"|(?<![\p{L}\p{N}])'[^'\n]{0,200}'|`[^`\n]{0,200}`|«[^»\n]{0,200}»|“[^”\n]{0,200}”|[\p{L}\p{N}_./:@%+#?&=~\\$€£-]+|\s+|[\s\S]/gu

/** Numbers after these words carry meaning: HTTP 404 is not HTTP 500. */
const meaningful = /^(?:status|code|errno|http(?:\/\d\.\d)?|error|exit|signal)[:=#]?$/i
const small = /^(?:code|errno|exit|status|signal)[:=#]?$/i
/** `React error #31`, `MySQL error 1062`; behind a colon a sentence begins: `Error: 12 rows are left`. */
const numbered = /^(?:error|code|errno)$/i
const months = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?$/
const weekdays = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?$/

function kindOf(word: string, previous: string): string | undefined {
  const first = word[0]!
  // What stands behind a name in quotes and a colon is a value, as in JSON.
  if (word.length > 1 && '"\'`«“'.includes(first)) return previous === ':' ? '<value>' : quotedKind(word)
  if (/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(word)) return '<url>'
  if (word.length > maxWord) return '<long>'
  if (word.includes('@') && /^[^@]+@[^@]+\.[^@.]+\.?$/.test(word)) return '<email>'
  if (/^(?:[A-Za-z]:[\\/]|\/|\.{1,2}\/|~\/)/.test(word) && /[\\/]/.test(word.slice(1))) return pathKind(word)
  if (!/\d/.test(word)) return wordKind(word, previous)
  const bare = word.replace(/[.:,]+$/, '')
  const tail = word.slice(bare.length)
  const kind = numericKind(bare, previous)
  return kind === undefined ? undefined : kind + tail
}

/** Booleans behind a sign, day and month names beside numbers, tokens. */
function wordKind(word: string, previous: string): string | undefined {
  if (weekdays.test(word) && word.length <= 4) return '<date>'
  if (months.test(word) && /\d/.test(previous)) return '<date>'
  if (word === ':true' || word === ':false' || word === ':null') return ':<value>'
  const value = /^([A-Za-z_.-]{1,40}=)(?:true|false|null|undefined|[A-Za-z_]+)$/.exec(word)
  if (value !== null) return `${value[1]}<value>`
  return word.length >= 24 &&
    /[a-z]/.test(word) &&
    // Each class ends where the next begins: with `.*` between them a run of letters took the fourth power of its length.
    /[A-Z][^a-z]*[a-z][^A-Z]*[A-Z][^a-z]*[a-z][^A-Z]*[A-Z]/.test(word) &&
    !/[./:]/.test(word) &&
    /[A-Z]{2}/.test(word)
    ? '<id>'
    : undefined
}

/** Names in quotes say which thing failed (`reading 'id'`, `Class "App\Cart"`); quoted values with digits or spaces vary. */
function quotedKind(word: string): string | undefined {
  return /^.[A-Za-z_$][A-Za-z_$.\\-]{0,60}.$/.test(word) && !word.includes('@') ? undefined : '<value>'
}

function numericKind(word: string, previous: string): string | undefined {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(word)) return '<uuid>'
  if (/^\d{4}[-/]\d\d?[-/]\d\d?(?:[T_][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(word)) return '<date>'
  if (/^\d\d?[-/.](?:\d\d?|[A-Z][a-z]{2})[-/.]\d{4}$/.test(word)) return '<date>'
  if (/^\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/.test(word)) return '<date>'
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\d+)?$/.test(word)) return '<address>'
  if (/^(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}$/i.test(word)) return '<address>'
  if (/^[a-z0-9.-]+\.[a-z]{2,}:\d+$/i.test(word) || /^localhost:\d+$/.test(word)) return '<address>'
  if (/^#?0x[0-9a-f]+$/i.test(word)) return isResult(word, previous) ? undefined : '<hex>'
  // Java prints an object as its class and a hash made at run time.
  const object = /^([A-Za-z_$][\w$.[;]{0,80}@)[0-9a-f]{5,8}$/.exec(word)
  if (object !== null) return `${object[1]}<id>`
  if (/^v?\d+\.\d+\.\d+(?:[-+][\w.-]+)?$/.test(word)) return '<version>'
  if (months.test(previous) && /^\d{1,4}(?:st|nd|rd|th)?$/.test(word)) return '<date>'
  if (/^[+#$€£-]{0,2}\d[\d.,_]*(?:e[+-]?\d+)?(?:%|[a-zA-Zµ°€]{1,5}(?:\/s)?)?$/.test(word)) {
    return isMeaning(word, previous) ? undefined : '<number>'
  }
  if (/^(?:\d+[dhms]|\d+ms){2,5}$/.test(word)) return '<number>'
  if (/^[0-9a-f]{7,}$/i.test(word) && /[a-f]/i.test(word)) return '<id>'
  if (word.includes('/') || word.includes('\\')) return pathKind(word)
  const joined = /^([A-Za-z_.-]{0,40}[=:#]+)(.+)$/.exec(word)
  if (joined) {
    const [, name, value] = joined
    if (isMeaning(value!, name!)) return undefined
    return `${name}${numericKind(value!, '') ?? '<value>'}`
  }
  if (/^[A-Za-z]{0,12}(?:[_-][0-9A-Za-z]+)+$/.test(word) && /\d{2}|[0-9][A-Za-z]/.test(word)) return '<id>'
  if (/^[0-9A-Za-z_-]{12,}$/.test(word)) return '<id>'
  if (/^[A-Za-z]{1,3}\d{3,}$/.test(word)) return '<id>'
  if (/^eyJ[\w-]+\./.test(word)) return '<id>'
  return undefined
}

function isMeaning(number: string, word: string): boolean {
  return (
    (/^\d{3}$/.test(number) && meaningful.test(word)) ||
    (/^\d{1,3}$/.test(number) && small.test(word)) ||
    (/^#?\d{1,5}$/.test(number) && numbered.test(word))
  )
}

/** `HRESULT: 0x80070005`: a code of Windows has eight digits; so has an address of 32 bits, but no such word before it. */
function isResult(number: string, word: string): boolean {
  return number.length === 10 && /^(?:error|code|hresult)[:=]?$/i.test(word)
}

/** A path keeps its words and loses what looks like an id; a file's name with a number is one. */
function pathKind(word: string): string | undefined {
  const out = word.replaceAll(/[^/\\]*\d[^/\\]*/g, '<id>')
  return out === word ? undefined : out
}
