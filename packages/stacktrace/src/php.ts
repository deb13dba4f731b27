import type { FoundFrame } from './frame.ts'
import { isDigit, isLetter, numberStart, readLocation, toNumber } from './location.ts'

/**
 * Parses an entry of a PHP trace: `#0 /srv/app/Cart.php(12): App\Cart->pay(Object(Order))`,
 * `#1 [internal function]: {closure}()`. File and line are where the function was called; `assemble`
 * moves them to the caller. `#2 {main}` is not a call and yields an empty frame.
 *
 * @example parsePhp('#0 /srv/Cart.php(12): Cart->pay()') // { module: 'Cart', function: 'pay', file: '/srv/Cart.php', line: 12 }
 */
export function parsePhp(line: string): FoundFrame | undefined {
  let start = 1
  while (isDigit(line.charCodeAt(start))) start++
  if (start === 1 || line.charCodeAt(start) !== 32) return undefined
  const rest = line.slice(start + 1)
  if (rest === '{main}') return {}
  if (rest.startsWith('[internal function]: ')) return withCall({ native: true }, rest.slice(21))
  const mark = rest.indexOf('): ')
  if (mark < 0) return undefined
  const number = numberStart(rest, mark)
  if (number === mark || rest.charCodeAt(number - 1) !== 40) return undefined
  const frame = locationOf(rest.slice(0, number - 1), toNumber(rest, number, mark))
  return withCall(frame, rest.slice(mark + 3))
}

/** `/srv/x.php(3) : eval()'d code`: generated at run time by line 3. */
function locationOf(file: string, line: number): FoundFrame {
  const mark = file.indexOf(') : ')
  if (mark < 0) return { file, line }
  const start = numberStart(file, mark)
  if (start === mark) return { file, line }
  return { file: file.slice(0, start - 1), line: toNumber(file, start, mark), eval: true }
}

/** `App\Cart->pay(…)`, `Cart::all()`, `helper()`, `{closure}()`, `{closure:App\Cart::pay():12}()` */
export function withCall(frame: FoundFrame, call: string): FoundFrame | undefined {
  const closure = call.indexOf('{closure')
  const from = closure < 0 ? 0 : call.indexOf('}', closure)
  const open = call.indexOf('(', Math.max(from, 0))
  const name = open < 0 ? call : call.slice(0, open)
  if (name === '') return undefined
  const end = closure < 0 ? name.length : closure
  let mark = name.lastIndexOf('->', end)
  if (mark < 0) mark = name.lastIndexOf('::', end)
  if (mark > 0) frame.module = withoutLocation(name.slice(0, mark))
  frame.function = mark > 0 ? name.slice(mark + 2) : name
  return frame
}

/** Removes the location that follows the name of an anonymous class. */
function withoutLocation(name: string): string {
  const end = name.indexOf('@anonymous')
  return end < 0 ? name : name.slice(0, end + 10)
}

/** Parses Xdebug's form, with the outermost call first: `PHP   2. App\Cart->pay($x = 1) /srv/app/x.php:12`. */
export function parseXdebug(line: string): FoundFrame | undefined {
  // Time and memory precede the number.
  let start = line.startsWith('PHP ') ? 4 : (/^\d{1,9}\.\d{1,9}\s{1,20}\d{1,15}\s{1,20}/.exec(line)?.[0].length ?? 0)
  while (line.charCodeAt(start) === 32) start++
  const digits = start
  while (isDigit(line.charCodeAt(start))) start++
  if (start === digits || line.charCodeAt(start) !== 46 || line.charCodeAt(start + 1) !== 32) return undefined
  const rest = line.slice(start + 2).trimStart()
  const location = readLocation(rest)
  const open = location === undefined ? -1 : location.file.lastIndexOf(') ')
  if (open < 0) return undefined
  const file = location!.file.slice(open + 2)
  if (file === '' || (!file.startsWith('/') && !(isLetter(file.charCodeAt(0)) && file.charCodeAt(1) === 58)))
    return undefined
  const call = location!.file.slice(0, open + 1)
  if (call.startsWith('{main}')) return {}
  return withCall(locationOf(file, location!.line!), call)
}

/** `/srv/app/tests/CartTest.php:15`, as PHPUnit prints a call. */
export function parsePhpLocation(line: string): FoundFrame | undefined {
  const location = readLocation(line)
  return location?.column === undefined && location?.file.endsWith('.php') && !location.file.includes(' ')
    ? location
    : undefined
}

/** Parses the two lines of a call on Laravel's console: `2   app/Sum.php:31` and `Cart::pay()`. */
export function parseCollision(previous: string, line: string): FoundFrame | undefined {
  const where = /^\d{1,3} {1,6}(\S{1,900}\.php):(\d{1,9})$/.exec(previous)
  if (where === null || !line.endsWith(')')) return undefined
  return withCall({ file: where[1]!, line: Number(where[2]) }, line)
}

/** Parses the second line of a call in Symfony's text form: `at App\Cart->pay(1)`, `(src/Cart.php:20)`. */
export function parseSymfonyLocation(text: string, frame: FoundFrame): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false
  const location = readLocation(text.slice(1, -1))
  if (location === undefined) return false
  Object.assign(frame, location)
  return true
}

/** Parses a call as it is copied from Symfony's page: `at Cart->pay(3)in Desk.php line 12`, `in Cart.php line 3` for the throw. */
export function parseSymfonyPage(line: string): FoundFrame | undefined {
  const call = /^(?:at (\S.{0,900}\)) ?)?in (\S{1,300}\.php) line (\d{1,9})$/.exec(line)
  if (call === null) return undefined
  const frame = { file: call[2]!, line: Number(call[3]) }
  return call[1] === undefined ? frame : withCall(frame, call[1])
}

/** Parses a call as WordPress lists it: `1.⇥Cart->pay(3)[...]/wp-content/plugins/shop/desk.php:12`. */
export function parseListedCall(line: string): FoundFrame | undefined {
  const call = /^\d{1,3}\.\s{1,4}(\S.{0,900}\))(\[\.\.\.\]\/\S{1,300}\.php):(\d{1,9})$/.exec(line)
  return call === null ? undefined : withCall({ file: call[2]!, line: Number(call[3]) }, call[1]!)
}

/** Parses a call without a location, as Symfony prints it: `Class->method(…)`, `Class::method(…)`. */
export function parsePhpCall(call: string): FoundFrame | undefined {
  const open = call.indexOf('(')
  if (open < 1 || !call.endsWith(')') || call.lastIndexOf(' ', open) >= 0) return undefined
  const name = call.slice(0, open)
  if (!name.includes('->') && !name.includes('::') && !name.includes('\\')) return undefined
  return withCall({}, call)
}

/** Parses Symfony's console form: `App\Cart->pay() at src/Cart.php:20`, or `at src/Cart.php:12` for the throw. */
export function parseConsole(text: string): FoundFrame | undefined {
  const mark = text.lastIndexOf('() at ')
  if (mark < 1) return undefined
  const where = text.slice(mark + 6)
  const name = text.slice(0, mark)
  if (name.includes(' ')) return undefined
  if (where === 'n/a:n/a' || where === 'n/a') return withCall({ native: true }, `${name}()`)
  const location = readLocation(where)
  return location === undefined || location.column !== undefined
    ? undefined
    : withCall(locationOf(location.file, location.line!), `${name}()`)
}

/** Splits off the location of the throw: ` in /srv/x.php:12`, ` at /srv/x.php:12)`, ` in x.php on line 3`. */
export function splitThrown(header: string): { header: string; location: FoundFrame } | undefined {
  const drupal = header.endsWith(')') ? inDrupal.exec(header) : null
  if (drupal !== null) {
    const [, message = '', line = '', file = ''] = drupal
    return { header: message, location: { file, line: Number(line) } }
  }
  const onLine = / in (\S{1,300}) on line (\d{1,9})$/.exec(header)
  if (onLine !== null)
    return { header: header.slice(0, onLine.index), location: locationOf(onLine[1]!, Number(onLine[2])) }
  const text = header.endsWith(')') ? header.slice(0, -1) : header
  const isLog = text !== header
  const location = readLocation(text)
  if (location === undefined || location.column !== undefined) return undefined
  const mark = location.file.lastIndexOf(isLog ? ' at ' : ' in ')
  if (mark < 0) return undefined
  const file = location.file.slice(mark + 4)
  return { header: location.file.slice(0, mark), location: locationOf(file, location.line!) }
}

/**
 * Parses a message of PHP itself, without a trace: `PHP Fatal error:  Call to a member function on null in x.php on
 * line 3`.
 */
export function fatalOf(text: string): { kind: string; message: string; location: FoundFrame } | undefined {
  if (!text.includes(' on line ')) return undefined
  // Other output may follow the line.
  const lines = (text.includes(' error: ') ? text.replaceAll(wrappedFatal, '$1 ') : text)
    .split('\n', 20)
    .map((line) => line.replace(/, referer: \S{1,900}$/, ''))
  const fatal = / on line \d{1,9}$/.test(text) ? undefined : lines.find((line) => fatalLine.test(line))
  const header = fatal ?? text
  const end = header.length
  const start = numberStart(header, end)
  if (start === end || !header.endsWith(' on line ', start)) return undefined
  const kind = kinds.find((word) => header.includes(word))
  const from = kind === undefined ? -1 : header.indexOf(kind)
  const mark = header.lastIndexOf(' in ', start)
  if (kind === undefined || mark < from + kind.length) return undefined
  const message = header.slice(from + kind.length, mark).trim()
  if (message.startsWith('Uncaught ')) return undefined
  const location = locationOf(header.slice(mark + 4, start - 9), toNumber(header, start, end))
  return { kind: kind.slice(0, -1), message, location }
}

/**
 * Splits off the location of an exception that was not caught, from the first line of what Xdebug prints:
 * `Fatal error: Uncaught TypeError: no cart in /srv/x.php on line 3`.
 */
export function thrownOnLine(header: string): { header: string; location: FoundFrame } | undefined {
  const fields =
    header.includes('\nLine') || header.includes('\n**Line')
      ? /\n\*{0,2}File\*{0,2}: {1,4}(\S{1,900}\.php)\n\*{0,2}Line\*{0,2}: {1,4}(\d{1,9})(?:\n|$)/.exec(header)
      : null
  if (fields !== null) return { header, location: { file: fields[1]!, line: Number(fields[2]) } }
  const end = header.indexOf('\n')
  const first = end < 0 ? header : header.slice(0, end)
  const start = numberStart(first, first.length)
  const mark = first.endsWith(' on line ', start) ? first.lastIndexOf(' in ') : -1
  if (mark < 0 || start === first.length) return undefined
  return {
    header: first.slice(0, mark),
    location: locationOf(first.slice(mark + 4, start - 9), toNumber(first, start, first.length)),
  }
}

/** Parses `Uncaught PHP Exception App\\NoCart: "no cart" at src/Cart.php line 12`, of Symfony's log, and the forms of Drupal and Monolog. */
export function uncaughtOf(header: string): { type: string; message: string; location: FoundFrame } | undefined {
  const thrown = header.includes('Uncaught ') || header.includes('.php:') ? thrownAt(header) : undefined
  if (thrown !== undefined) return thrown
  const isInCall = header.includes('() (line ')
  if (!isInCall && !header.includes('Uncaught PHP Exception ') && !header.includes('[object] (')) return undefined
  const found = /Uncaught PHP Exception ([\w\\]{1,200}): "([^\n]{0,900})" at (\S[^\n]{0,300}) line (\d{1,9})/.exec(
    header,
  )
  const inCall =
    found === null && isInCall
      ? /(?:^|\n)([\w\\]{1,200}): ([^\n]{0,900}?) in ([\w\\]{1,200})(?:->|::)(\w{1,100})\(\) \(line (\d{1,9}) of ([^()\n]{1,300})\)/.exec(
          header,
        )
      : null
  if (inCall !== null) {
    const [, type = '', message = '', module = '', name = '', line, file = ''] = inCall
    return { type, message, location: { file, line: Number(line), module, function: name } }
  }
  const logged =
    found ??
    /\[object\] \(([\w\\]{1,200})\(code: -?\d{1,9}\): ([^\n]{0,900}?) at (\/[^\n:]{1,300}):(\d{1,9})\)/.exec(header)
  return logged === null
    ? undefined
    : {
        type: logged[1]!.replaceAll('\\\\', '\\'),
        message: logged[2]!,
        location: { file: logged[3]!, line: Number(logged[4]) },
      }
}

/**
 * `PHP Fatal error:  Uncaught TypeError: no cart in /srv/x.php:12`, or from the type on, without a trace. Xdebug and a page
 * print ` on line 12`.
 */
function thrownAt(header: string): { type: string; message: string; location: FoundFrame } | undefined {
  const end = header.indexOf('\n')
  const thrown =
    /(?:^(?=[\w\\]{1,200}(?:Exception|Error): )|(?:^|\s)Uncaught )([\w\\]{1,200}): ([^\n]{0,900}) (?:in )?((?:\/|[A-Z]:\\|\[\.\.\.\]|\w)[^\n: ]{1,300}\.php)(?::| on line )(\d{1,9})(?:, referer: \S{1,900})?$/.exec(
      end < 0 ? header : header.slice(0, end),
    )
  return thrown === null
    ? undefined
    : {
        type: thrown[1]!,
        message: thrown[2]!.replace(/ in$/, ''),
        location: { file: thrown[3]!, line: Number(thrown[4]) },
      }
}

/** `… in Shop\\Cart::pay() (line 72 of /srv/Cart.php)`, as Drupal names the place of the throw. */
const inDrupal = /^([\s\S]{1,2000}?) in [\w\\]{1,200}(?:->|::)\w{1,100}\(\) \(line (\d{1,9}) of ([^()\n]{1,300})\)$/

const fatalLine = /(?:Fatal|Parse) error: {1,2}(?!Uncaught).{1,900} on line \d{1,9}$/
/** A message that a mail or a terminal wrapped before the place. */
const wrappedFatal =
  /^((?:PHP )?(?:Fatal|Parse) error: {1,2}(?!Uncaught|.{1,900} on line \d{1,9}$).{1,300})\n(?=.{1,300} on line \d{1,9}$)/gm
const kinds = ['Fatal error:', 'Parse error:', 'Warning:', 'Notice:', 'Deprecated:', 'Recoverable fatal error:']
