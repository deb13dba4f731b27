import { parseV8 } from './v8.ts'

// Separates calls that a log, a page or a person joined on one line.

/** Separates .NET calls that a page or an event log joined: `at A.B(Int32) at A.C()`, or `at` at line ends. */
export function dotnetOnLines(text: string): string {
  return text.replaceAll(/ at[ \n]{1,3}(?=[A-Za-z_<][^\s(]{0,300}\()/g, '\nat ').replaceAll(' Exception Info: ', '\n')
}

/** Separates calls of V8 that a log joined: `Error: x at pay (https://x.io/a.js:1:2) at https://x.io/a.js:3:4`. */
export function v8OnLines(text: string): string {
  const [head = '', ...calls] = text.split(' at ')
  const first = calls.findIndex((call) => parseV8(call)?.column !== undefined)
  if (first < 0) return text
  const before = [head, ...calls.slice(0, first)].join(' at ')
  return [before, ...calls.slice(first)].join('\n    at ')
}

/**
 * Separates the lines of a traceback that a log joined. Names have no blanks; the source follows them. Among other lines only
 * one that the announcement begins is one: a message may quote calls.
 */
export function pythonOnLines(text: string): string {
  return text.includes('\n')
    ? text.replaceAll(
        /^.{0,900}Traceback \(most recent call last\): {1,4}File ".{1,9000}$/gm,
        (line) => `${tracebackOnLines(line)}\n`,
      )
    : tracebackOnLines(text)
}

function tracebackOnLines(line: string): string {
  const head = line.lastIndexOf('Error: ')
  const start = head < 0 ? -1 : line.lastIndexOf(' ', head)
  const calls = (start < 0 ? line : line.slice(0, start))
    .replace(/ (?=Traceback \(most)/, '\n')
    .replaceAll(' File "', '\n  File "')
    .replaceAll(/(", line \d{1,9}, in \S{1,200}) /g, '$1\n    ')
  return start < 0 ? calls : `${calls}\n${line.slice(start + 1)}`
}

/** Separates Hermes calls that crash services joined: `js engine: hermes, stack: pay@1:2 anonymous@1:3`. */
export function hermesOnLines(text: string): string {
  const mark = text.indexOf('hermes, stack: ') + 14
  return text.slice(0, mark) + text.slice(mark).replaceAll(/ (?=[^\s@]+@\d+:\d+)/g, '\n')
}

/** Separates the lines of a trace that PHP's page joined. */
export function phpOnLines(text: string): string {
  const mark = text.indexOf(' Stack trace: #0 ')
  const trace = text.slice(mark + 1).replaceAll(/ (?=#\d+ |thrown in )/g, '\n')
  return `${text.slice(0, mark)}\n${trace}`
}

/** Separates calls of Unity that a report joined: `no cart Shop.Pay (System.Int32 n) (at Assets/Pay.cs:1) Shop.Run () (at …)`. */
export function unityOnLines(text: string): string {
  return text.replaceAll(/ (?=[\w.+<>`]{1,200} \([^()\n]{0,300}\) \(at [^()\n]{1,300}:\d{1,9}\))/g, '\n')
}

/** Separates the place that old consoles print before the head: `cart.js:45Uncaught TypeError: x`. */
export function consoleOnLines(text: string): string {
  return text
    .replace(/^(\S{1,900}\.js:\d{1,9}),? ?Uncaught ([^\n]{1,900})/, 'Uncaught $2\n    at $1')
    .replaceAll(/(:\d{1,9})\(anonymous function\) @ .{1,300}$/gm, '$1')
}

/** Separates calls of SpiderMonkey and JavaScriptCore that a console joined: `Error: x pay@https://x.io/a.js:1:2 open@https://…`. */
export function atSignOnLines(text: string): string {
  return text.replaceAll(/^.{1,20000}$/gm, (line) =>
    hasJoinedPlaces(line)
      ? line.replaceAll(
          / (?=[^\s@]{0,200}@(?:https?:|file:|\[native code\])|https?:\S{1,900}:\d{1,9}:\d{1,9}(?: |$))/g,
          '\n',
        )
      : line,
  )
}

/** Whether a word with a place is followed by another one. Word by word: an expression would read each of them many times. */
function hasJoinedPlaces(line: string): boolean {
  const words = line.replaceAll('[native code]', '[native-code]').split(' ')
  return words.some(
    (word, index) =>
      /@(?:https?:\/\/|file:\/\/|\[native-code\])/.test(word) &&
      /^(?:[^\s@]{0,200}@(?:https?:|file:|\[native-code\])|https?:)/.test(words[index + 1] ?? ''),
  )
}

/** Separates the lines of a stack that winston 1 prints as a list: `… stack=[Error: x,     at pay (cart.js:1:2), …]`. */
export function winstonOnLines(text: string): string {
  const list = /[ ,]stack=\[([A-Z][\w$.]{0,100}: .{1,9000})$/m.exec(text)
  return list === null ? text : list[1]!.replaceAll(/, {1,9}at /g, '\n    at ').replace(/[\],]{1,3}$/, '')
}

/** Announces the trace that Drupal prints behind the place of the throw, and separates its calls. */
export function drupalOnLines(text: string): string {
  const place = /(?: on line \d{1,9}|\(line \d{1,9} of [^()\n]{1,300}\)\.?)\s{1,9}(?=#0 )/.exec(text)
  if (place === null) return text
  const end = place.index + place[0].length
  return `${text.slice(0, end).trimEnd()}\nStack trace:\n${text.slice(end).replaceAll(/ (?=#\d{1,4} )/g, '\n')}`
}
