import { stableFile } from './built-name.ts'
import { withoutDates } from './dates-in-words.ts'
import { engineMessage } from './engine-message.ts'
import { isGenerated } from './generated-name.ts'
import { wordiness } from './letter-model.ts'
import { withoutPerson } from './stable-name.ts'
import { idForms, isSignificant, numberForms, significant, type ValueForm } from './value-forms.ts'
import type { WorkLimit } from './work-limit.ts'

/**
 * Replaces the variable parts of a message, so that «user 17 not found» and «user 42 not found» have one template. One
 * pass over words; each word is bounded and matched by anchored patterns without nested repetition, so the time is
 * linear for any text.
 *
 * @example messageTemplate('user 17 not found in "eu 1"') === 'user <number> not found in <value>'
 */
export function messageTemplate(message: string, limit: WorkLimit = () => {}): string {
  const cut = withoutDates((message.length > maxLength ? message.slice(0, maxLength) : message).normalize('NFC'))
  // In a JSON list of texts, or a text that is quoted as a whole, the quotes do not mark values.
  const text = /^\[?"/.test(cut) && /"\]?$/.test(cut) ? cut.replaceAll('"', '') : cut
  const known = engineMessage(text)
  if (known !== undefined) return known
  const isSql = sql.test(text)
  let out = ''
  let previous = ''
  for (const [word] of withoutPerson(text).matchAll(words)) {
    limit()
    const kind = isSql && word.length > 1 && word[0] === "'" ? '<value>' : kindOf(word, previous)
    out += kind ?? word
    if (word.trim() !== '' && !(isLinking(word) && significant.test(previous))) previous = word
  }
  return folded(out)
}

/** Matches `a status of 404`, `the exit code was 1`. */
function isLinking(word: string): boolean {
  return word === 'of' || word === 'is' || word === 'was'
}

/** Replaces dates of several words, lists of values and telephone numbers by one placeholder, and joins lines. */
function folded(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<number> (?:[KMGT]i?B|bytes)\b/gi, '<number>')
    .replaceAll(/<date>(?:,? (?:at )?<(?:date|time)>)+/g, '<date>')
    .replaceAll(/<(\w+)>(?:(?:, ?| )<\1>)+/g, '<$1>')
    .trim()
}

/**
 * Returns the parts of a message that look like values but distinguish errors: HTTP statuses, exit codes, SQL states,
 * errno names. They separate errors that are thrown at the same line.
 *
 * @example significantCodes('POST /charge failed with status 402') // ['402']
 */
export function significantCodes(message: string): string[] {
  const text = message.length > maxLength ? message.slice(0, maxLength) : message
  if (!mayMean.test(text)) return []
  const found = [meanings, errnos, sqlStates]
    .filter((pattern) => text.search(pattern) >= 0)
    .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]))
  return [...new Set(found)].slice(0, 3)
}

/** Rules out most messages, which contain none, with one search. */
const mayMean = /\d|E[A-Z]{3}/
const meanings =
  /\b(?:status(?: code)?(?: of| is| was)?|http(?:\/\d\.\d)?|code|errno|signal)[ :=#([]{1,3}(\d{1,3})\b|(?<=: )[45]\d\d(?= [A-Z])/gi
const errnos =
  /\bE(?:CONN[A-Z]+|TIMEDOUT|NOENT|ACCES|PERM|PIPE|ADDRINUSE|HOSTUNREACH|NOTFOUND|AI_[A-Z]+|MFILE|NOSPC|EXIST|BUSY)\b/g
const sqlStates = /\bSQLSTATE[ :=[]{1,2}([0-9A-Z]{5})\b/g

/** Matches statements whose quoted texts are values. */
const sql = /\b(?:INSERT INTO|DELETE FROM|UPDATE \S{1,80} SET|SELECT .{1,300} FROM|VALUES)\b/i

const maxLength = 1000
const maxWord = 200

/**
 * Matches a quoted value on one line, a bracketed blob, a run of word characters, white space, or any other single
 * character.
 */
const words =
  /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"<>]{0,1000}|"[^"\n]{0,200}"|(?<![\p{L}\p{N}])'[^'\n]{0,200}'|`[^`\n]{0,200}`|«[^»\n]{0,200}»|“[^”\n]{0,200}”|[\p{L}\p{N}_./:@%+#?&=~\\$€£-]+|\s+|[\s\S]/gu

const weekdays = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?$/

function kindOf(word: string, previous: string): string | undefined {
  const first = word[0]!
  // After a quoted name and a colon follows a value, as in JSON, and after a sign of equality.
  if (word.length > 1 && '"\'`«“'.includes(first))
    return previous === ':' || previous.endsWith('=') ? '<value>' : quotedKind(word)
  if (/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(word)) return '<url>'
  if (word.length > maxWord) return '<long>'
  if (word.includes('@') && /^[^@]+@[^@]+\.[^@.]+\.?$/.test(word)) return '<email>'
  if (/^(?:[A-Za-z]:[\\/]|\/|\.{1,2}\/|~\/)/.test(word) && /[\\/]/.test(word.slice(1))) return pathKind(word)
  if (!/\d/.test(word)) return wordKind(word)
  const bare = word.replace(/(?<![.:,])[.:,]+$/, '')
  const tail = word.slice(bare.length)
  const kind = numericKind(bare, previous)
  return kind === undefined ? undefined : kind + tail
}

/** Recognizes booleans after a sign, names of days, and tokens. */
function wordKind(word: string): string | undefined {
  if (weekdays.test(word) && (word.length <= 4 || word.endsWith('day'))) return '<date>'
  if (/^:[rR][0-9a-z]{1,4}:$/.test(word)) return ':<value>:'
  if (word === ':true' || word === ':false' || word === ':null') return ':<value>'
  const value = /^([A-Za-z_.-]{1,40}=)(?:true|false|null|undefined|[A-Za-z_]+)$/.exec(word)
  if (value !== null) return `${value[1]}<value>`
  if (word.length >= 16 && /^[A-Za-z]+$/.test(word) && isGenerated(word, 'anywhere')) return '<id>'
  return word.length >= 24 &&
    /[a-z]/.test(word) &&
    // Each class ends where the next begins: with `.*` between them, the time grew with the fourth power of a run of
    // letters.
    /[A-Z][^a-z]*[a-z][^A-Z]*[A-Z][^a-z]*[a-z][^A-Z]*[A-Z]/.test(word) &&
    !/[./:]/.test(word) &&
    /[A-Z]{2}/.test(word)
    ? '<id>'
    : undefined
}

/**
 * Quoted names identify the failing thing (`reading 'id'`, `Class "App\Cart"`); quoted values with digits or spaces
 * vary.
 */
function quotedKind(word: string): string | undefined {
  return /^.[A-Za-z_$][A-Za-z_$.\\-]{0,60}.$/.test(word) && !word.includes('@') ? undefined : '<value>'
}

function numericKind(word: string, previous: string): string | undefined {
  const number = matchOf(numberForms, word)
  if (number !== undefined)
    return number.stays?.(word, previous) ? undefined : word.replace(number.pattern, number.kind)
  if (word.includes('/') || word.includes('\\')) return pathKind(word)
  const [name] = /^@?[A-Za-z_.-]{0,40}[=:#]+/.exec(word) ?? []
  if (name !== undefined) {
    const value = word.slice(name.length)
    return isSignificant(value, name) ? undefined : `${name}${numericKind(value, '') ?? '<value>'}`
  }
  // Positions in lists, on the way to a field: `orders.3.lines.12.price`.
  if (/^[A-Za-z_]\w*\./.test(word) && /\.\d+\.[A-Za-z_]/.test(word))
    return word.replaceAll(/(?<=\.)\d+(?=\.[A-Za-z_])/g, '<number>')
  const id = matchOf(idForms, word)
  if (id !== undefined) {
    if (id.stays?.(word, previous)) return undefined
    return id.kind === '<id>' ? withWords(word) : word.replace(id.pattern, id.kind)
  }
  // A name with a date in it: `backup-2024-05-06.tar.gz`.
  const undated = word.replaceAll(/(?<=[A-Za-z][-_.])\d{4}-\d\d-\d\d(?=[-_.T]|$)/g, '<date>')
  if (undated !== word) return undated
  return isGenerated(word, 'anywhere') ? '<id>' : undefined
}

/** Keeps the words that people put beside the random parts of an identifier: `basket-assets-x7k2q9…`. */
function withWords(id: string): string {
  if (!/[-_:.]/.test(id)) return '<id>'
  const parts = id.split(/([-_:.])/)
  const kept = parts.map((part, index) => (index % 2 === 1 || isWord(part) ? part : '<id>')).join('')
  return kept.replace(/<id>(?:[-_:.]<id>)+/g, '<id>')
}

function isWord(part: string): boolean {
  return /^[a-z]{4,20}$/.test(part) && /[aeiouy]/.test(part) && wordiness(part, 26) > 0
}

function matchOf(forms: readonly ValueForm[], word: string): ValueForm | undefined {
  return forms.find(({ pattern }) => pattern.test(word))
}

/** Keeps the words of a path and replaces parts that look like ids; a file name with a number is one. */
function pathKind(word: string): string | undefined {
  if (/^HTTP\/\d/.test(word)) return undefined
  const out = word.replaceAll(/[^/\\]+/g, stablePart)
  return out === word ? undefined : out
}

/** Keeps names and versions of interfaces, and what people called an image, a package or a script with a hash. */
function stablePart(part: string): string {
  if (/^v\d{1,2}$/.test(part)) return part
  if (/\.(?:m?js|css)$/.test(part)) {
    const stable = stableFile(part)
    return /\d/.test(stable) ? '<id>' : stable
  }
  const image = /^([a-z][\w.-]*)@sha256:[0-9a-f]{64}$/.exec(part)
  if (image !== null) return `${image[1]}@<id>`
  const stored = /^[0-9a-z]{32}-([A-Za-z][A-Za-z_-]*)-\d/.exec(part)
  if (stored !== null) return `<id>-${stored[1]}`
  if (/^php[A-Za-z]{6}$/.test(part)) return '<id>'
  return /\d/.test(part) ? withWords(part) : part
}
