/** Where the words of a log end that precede a message, and whether a time is among them: such a line begins a record. */
export interface Preamble {
  end: number
  isRecord: boolean
}

/**
 * Finds the words that a log prints before a message, whatever their order: time, level, logger, process, thread, request,
 * fields. Returns undefined if a line begins otherwise. A time, a level or a name in brackets must be among them; numbers,
 * names and identifiers alone could be the message.
 *
 * @example preambleOf('2024-05-06 10:11:12,123 ERROR [main] shop.Desk - no cart')?.end // 48
 */
export function preambleOf(line: string): Preamble | undefined {
  if (!mayBegin(line, afterBlanks(line, 0))) return undefined
  let end = 0
  let isAnchored = false
  let isRecord = false
  for (let tokens = 0; tokens < maxTokens; tokens++) {
    const start = afterBlanks(line, end)
    const anchor = endOf(anchors, line, start)
    const next = anchor ?? (isAnchored ? endOf(followers, line, start) : endOf(fields, line, start))
    if (next === undefined) break
    if (anchor !== undefined) {
      isAnchored = true
      isRecord ||= clock.test(line.slice(start, next))
    }
    end = next
  }
  if (!isAnchored) return undefined
  return { end: afterBlanks(line, end), isRecord }
}

/** Whether the first characters of a line could be those of a log: most messages begin with a word. */
function mayBegin(line: string, start: number): boolean {
  const first = line.charCodeAt(start)
  if (first >= 97 && first <= 122) return isMarked(line)
  if (first < 65 || first > 90) return first >= 40 && (first <= 57 || first === 91 || first === 124)
  const second = line.charCodeAt(start + 1)
  return (
    second < 97 ||
    /^[A-Z][a-z]{2,8},? {1,2}(?:\d|[A-Z][a-z]{2,8} )/.test(line.slice(start, start + 24)) ||
    isMarked(line)
  )
}

/** Whether a line has, near its start, what follows the first word of a log: a bar, a bracket, a field, a level. */
function isMarked(line: string): boolean {
  return /[|=[]| (?:ERR|WARN|FATAL|CRIT|SEVERE)/.test(line.length > 100 ? line.slice(0, 100) : line)
}

/** Whether a line begins a record of a log: a time stands at its start. */
export function isRecordOfLog(line: string): boolean {
  const first = line.charCodeAt(0)
  if (line.endsWith(']') && dotnetRecord.test(line)) return true
  // Times begin with a number, a bracket, or the name of a day or month.
  if (!((first >= 48 && first <= 57) || (first >= 65 && first <= 91))) return false
  return clock.test(line.slice(0, 60)) && preambleOf(line)?.isRecord === true
}

/** `crit: Shop.Desk[100]`: .NET's console prints the level and the logger above the text of a record. */
const dotnetRecord = /^(?:trce|dbug|info|warn|fail|crit): [\w.]{1,200}\[\d{1,9}\]$/

const maxTokens = 24

const clock = /\d:\d\d(?::\d\d|\b)/

/** Each of these shows by itself that a log wrote it: a date with a time, a time, a level, brackets, the name of a container. */
const anchors = [
  /(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.](?:\d\d?|[A-Z][a-z]{2,8})[-/.]\d{2,4}|\d\d-\d\d|[IWEF]\d{4}|(?:[A-Z][a-z]{2,8},? )?(?:[A-Z][a-z]{2,8} {1,2}\d{1,2}|\d{1,2} [A-Z][a-z]{2,8})(?:,? \d{4})?)[T ,]{1,3}\d\d?:\d\d(?::\d\d)?(?:[.,:]\d{1,9})?(?:Z| ?UTC| ?GMT| ?[+-]\d\d:?\d\d| ?[AP]M)?(?: \d{4})?(?=[\s,;:|\]-]|$)[,;]?/y,
  /\d\d:\d\d:\d\d(?:[.,]\d{1,9})?Z?(?=[\s,;:|\]-]|$)[,;]?/y,
  /(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]{1,80}:(?=\s|$)/y,
  /(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERR|ERROR|FATAL|CRIT|CRITICAL|SEVERE|ALERT|EMERG)(?=[\s:|\]]|$)(?! EXCEPTION| in | error)/y,
  /[VDIWEF]\/[\w.$/ -]{1,60}(?:\( {0,5}\d{1,9}\))?:(?=\s|$)/y,
  /\[(?!object\b|native\b)[^[\]\n]{1,120}(?:\[[^[\]\n]{0,60}\][^[\]\n]{0,60})?\](?=[\s:]|$)/y,
  /\(node:\d{1,9}\)/y,
  // The log of a web server's requests.
  /[\w.:-]{3,60} \S{1,60} \S{1,60} \[\d\d\/[A-Z][a-z]{2}\/\d{4}[^\]\n]{0,40}\]/y,
  /[\w.-]{1,60}\s{1,20}\|(?=\s|$)/y,
  /\|[A-Z]{4,9}\s{0,4}\|/y,
]

/** These are fields of a log only if something else shows it. */
const fields = [
  /[\w./\\@-]{1,120}\.\w{1,5}:\d{1,7}(?::\d{1,7})?[:\]]{0,2}(?=\s|$)/y,
  /[A-Za-z][\w.-]{0,30}=(?:"[^"\n]{0,300}"|[^\s"=]{1,300})(?=\s|$)/y,
]

/** These belong to a log behind one of the former. */
const followers = [
  ...fields,
  /(?:trace|debug|info|notice|warn|warning|err|error|fatal|crit|critical|severe|fail|panic)(?=[\s:|\]]|$)/iy,
  /[VDIWEF]\s{1,3}(?![\w.]{0,80}(?:Error|Exception):)[\w.$/-]{1,60}\s{0,20}:(?=\s|$)/y,
  /[VDIWEF](?=\s)/y,
  /(?:[\w.-]{1,60} )?[\w./-]{1,60}\[[\w.]{1,30}\]:/y,
  // A channel with its level, and the number of a message.
  /\w{1,30}\.(?:DEBUG|INFO|NOTICE|WARNING|ERROR|CRITICAL|ALERT|EMERGENCY):/y,
  /[A-Z]{2,6}\d{3,6}:(?=\s)/y,
  // A logger is set apart from the message.
  /[\w$-]{1,60}[./][\w.$/@-]{1,120}(?=\t|\s{2,20}\S)/y,
  /[\w.$/@#<>:-]{1,120}(?=\s{1,20}[-–—|:]{1,3}\s)/y,
  /#?\d{1,12}(?:\.\d{1,9})?[\]:]?(?=\s{1,9}(?:\d|[-[(|#]|[A-Z]{4,9}\b|[VDIWEF]\s|[\w./]{1,80}:\d))/y,
  /(?=[\w-]{0,40}\d)[0-9a-f]{8}[0-9a-f-]{0,40}(?=[\s\]:|]|$)/y,
  /undefined(?=\s)/y,
  /\([^()\n]{1,80}\)(?=[\s:]|$)/y,
  /\{[^{}\s]{1,80}\}(?=[\s:]|$)/y,
  /<[^<>\s]{1,80}>(?=[\s:]|$)/y,
  /[-–—|:>•]{1,4}(?=\s|$)/y,
]

function endOf(patterns: readonly RegExp[], line: string, start: number): number | undefined {
  for (const pattern of patterns) {
    pattern.lastIndex = start
    if (pattern.test(line)) return pattern.lastIndex
  }
  return undefined
}

function afterBlanks(line: string, start: number): number {
  let at = start
  while (line.charCodeAt(at) === 32 || line.charCodeAt(at) === 9) at++
  return at
}
