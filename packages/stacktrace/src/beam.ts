import type { FoundFrame } from './frame.ts'
import { isDigit, isLetter, numberStart, toNumber, wholeNumber } from './location.ts'

/** Applications of Erlang, Elixir and the most common frameworks. */
const libraries = new Set(
  'elixir stdlib kernel erts compiler mix iex ex_unit eex logger crypto ssl inets public_key phoenix phoenix_html phoenix_pubsub phoenix_live_view phoenix_ecto phoenix_template plug plug_cowboy plug_crypto ecto ecto_sql cowboy cowlib ranch bandit thousand_island db_connection postgrex myxql tds oban absinthe absinthe_plug telemetry jason poison broadway gen_stage finch mint hackney httpoison tesla nimble_pool nimble_options castore ash ash_postgres ash_phoenix ash_json_api req bamboo swoosh gettext nx exla bumblebee livebook spark mimic mox'.split(
    ' ',
  ),
)

/**
 * Parses a line of Elixir: `(shop 1.2.3) lib/shop/cart.ex:10: Shop.Cart.pay/2`, without the application for a
 * project's own scripts, without a location for built-in functions.
 *
 * @example parseElixir('(shop 1.2.3) lib/cart.ex:10: Shop.Cart.pay/2') // { function: 'Shop.Cart.pay/2', file: 'lib/cart.ex', line: 10, in_app: true }
 */
export function parseElixir(line: string): FoundFrame | undefined {
  const app = applicationOf(line)
  const call = app === undefined ? line : line.slice(line.indexOf(') ') + 2)
  // Some loggers print Elixir's calls the way Ruby does.
  const quote = app === undefined || !call.endsWith("'") ? -1 : call.indexOf(':in `')
  const rest = quote < 0 ? call : `${call.slice(0, quote)}: ${call.slice(quote + 5, -1)}`
  const mark = rest.indexOf(': ')
  const start = mark < 0 ? 0 : numberStart(rest, mark)
  if (mark > 0 && start < mark && rest.charCodeAt(start - 1) === 58) {
    const file = rest.slice(0, start - 1)
    const isLocation = app !== undefined || isSource(file)
    if (!isLocation || file.includes(' ')) return undefined
    const frame = named(rest.slice(mark + 2)) ?? cutCall(rest.slice(mark + 2))
    if (frame === undefined) return undefined
    frame.file = file
    frame.line = toNumber(rest, start, mark)
    frame.in_app = app === undefined ? !file.includes('deps/') : !libraries.has(app)
    return frame
  }
  const isBuiltIn = app !== undefined || (rest.charCodeAt(0) === 58 && isLetter(rest.charCodeAt(1)))
  const frame = isBuiltIn ? named(rest) : undefined
  if (frame === undefined) return undefined
  frame.in_app = app !== undefined && !libraries.has(app)
  if (app === undefined) frame.native = true
  return frame
}

/** `Shop.Cart.pay({:noproc, "…`: a log cut the arguments, so their number is unknown. */
function cutCall(text: string): FoundFrame | undefined {
  const open = text.indexOf('(')
  const name = text.slice(0, open)
  return open > 0 && isName(name) && !name.includes(' ') ? { function: name } : undefined
}

/** `Shop.Cart.total(3)`: a call of a function that does not exist, which has no location. */
export function parseBareElixir(line: string): FoundFrame | undefined {
  if (!/^[A-Z]\w{0,60}(?:\.[A-Z]\w{0,60}){0,8}\.[a-z_]\w{0,60}[?!]?\(/.test(line)) return undefined
  const frame = named(line)
  return frame === undefined ? undefined : { ...frame, in_app: false }
}

/** `(shop 1.2.3) `, `(stdlib) `, or undefined. */
function applicationOf(line: string): string | undefined {
  if (line.charCodeAt(0) !== 40) return undefined
  const close = line.indexOf(') ')
  if (close < 2 || close > 80) return undefined
  const inside = line.slice(1, close)
  const blank = inside.indexOf(' ')
  const name = blank < 0 ? inside : inside.slice(0, blank)
  if (blank > 0 && !isDigit(inside.charCodeAt(blank + 1))) return undefined
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index)
    if (!(isDigit(code) || code === 95 || (code >= 97 && code <= 122))) return undefined
  }
  return name
}

function isSource(file: string): boolean {
  return (
    file.endsWith('.ex') ||
    file.endsWith('.exs') ||
    file.endsWith('.erl') ||
    file.endsWith('.eex') ||
    file.endsWith('.heex') ||
    file === 'iex'
  )
}

/** `Shop.Cart.pay/2`, `anonymous fn/1 in Shop.Cart.pay/2`, `Shop.Cart.pay(nil, 3)`: keeps the number of arguments, never their values. */
function named(text: string): FoundFrame | undefined {
  const open = text.indexOf('(')
  const slash = text.lastIndexOf('/')
  if (
    slash > 0 &&
    wholeNumber(text.slice(slash + 1)) !== undefined &&
    !(open >= 0 && open < slash && text.endsWith(')'))
  )
    return isName(text.slice(0, slash)) ? { function: text } : undefined
  if (text === '(file)' || text.startsWith('(')) return {}
  if (open < 1 || !text.endsWith(')')) return undefined
  const name = text.slice(0, open)
  return isName(name) && !name.includes(' ') ? { function: `${name}/${countArguments(text, open)}` } : undefined
}

function isName(name: string): boolean {
  return name.includes('.') || name.startsWith('anonymous fn') || name.startsWith(':')
}

function countArguments(text: string, open: number): number {
  if (text.charCodeAt(open + 1) === 41) return 0
  let depth = 0
  let count = 1
  let isText = false
  for (let index = open + 1; index < text.length - 1; index++) {
    const code = text.charCodeAt(index)
    if (code === 92) index++
    else if (code === 34) isText = !isText
    else if (isText) continue
    else if (code === 40 || code === 91 || code === 123 || isOpenAngle(text, index)) depth++
    else if (code === 41 || code === 93 || code === 125 || isCloseAngle(text, index)) depth--
    else if (code === 44 && depth === 0) count++
  }
  return count
}

/** `#Phoenix.LiveView.Socket<id: 1, …>` is one argument. */
function isOpenAngle(text: string, index: number): boolean {
  return text.charCodeAt(index) === 60 && (isLetter(text.charCodeAt(index - 1)) || isDigit(text.charCodeAt(index - 1)))
}

function isCloseAngle(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1)
  return text.charCodeAt(index) === 62 && before !== 61 && before !== 45
}

/**
 * Parses a line of Erlang: `in function  cart:pay/2 (src/cart.erl, line 10)`, `in call from …`, and the term
 * `{cart,pay,2,[{file,"src/cart.erl"},{line,10}]}`.
 *
 * @example parseErlang('in function  cart:pay/2 (src/cart.erl, line 10)') // { function: 'cart:pay/2', file: 'src/cart.erl', line: 10 }
 */
export function parseErlang(line: string): FoundFrame | undefined {
  const term = line.indexOf('[{file,"')
  if (term > 0) return parseTerm(line, term)
  const from = line.startsWith('in function ') ? 12 : line.startsWith('in call from ') ? 13 : -1
  if (from < 0) return undefined
  const rest = line.slice(from).trimStart()
  const blank = rest.indexOf(' ')
  const name = blank < 0 ? rest : rest.slice(0, blank)
  if (!name.includes(':') || !name.includes('/')) return undefined
  const frame: FoundFrame = { function: name, in_app: false }
  const mark = rest.lastIndexOf(', line ')
  const end = rest.endsWith(')') ? rest.length - 1 : -1
  const location = end < 0 || mark < 0 ? undefined : wholeNumber(rest.slice(mark + 7, end))
  if (location === undefined) return frame
  frame.file = rest.slice(rest.indexOf(' (') + 2, mark)
  frame.line = location
  frame.in_app = isOwnErlang(frame.file)
  return frame
}

/**
 * Parses the term of a call without a location, which Erlang prints for a function that does not exist:
 * `{'Elixir.Shop.Cart',total,[3],[]},`.
 */
export function parseErlangWithoutFile(line: string): FoundFrame | undefined {
  const term = /\{('?[\w.@]{1,200}'?),('?[\w@?!-]{1,200}'?),(\d{1,3}|\[.{0,900}\]),\[\]\}[\],}]{0,9}$/.exec(line)
  if (term === null) return undefined
  const arity = wholeNumber(term[3]!) ?? countElements(term[3]!)
  return { function: `${term[1]!}:${term[2]!}/${arity}`, in_app: false }
}

/** `Module "Elixir.Shop", in Shop.total/1`: a call without a location, as Sentry prints it. */
export function parseElixirModule(line: string): FoundFrame | undefined {
  const call = /^Module "[^"]{1,300}", in (\S.{0,300})$/.exec(line)
  return call === null ? undefined : { function: call[1]!, in_app: false }
}

/**
 * Replaces the arguments of Erlang's calls, which may contain calls of another exception, by as many signs:
 * `{cart,pay,⏎[1,{cart}],⏎[{file,…}]}` becomes `{cart,pay,[_,_],[{file,…}]}`.
 */
export function withoutArguments(text: string): string {
  const opening = /\{'?[\w.@]{1,200}'?,'?[\w@?!-]{1,200}'?,\s{0,60}(?=\[(?!\{file,|\]))/g
  let plain = ''
  let from = 0
  let unclosed = 0
  for (let found = opening.exec(text); found !== null && unclosed < maxUnclosed; found = opening.exec(text)) {
    const start = found.index + found[0].length
    const end = endOfList(text, start)
    if (end < 0) unclosed++
    const rest = end < 0 ? null : /^,\s{0,60}(?=\[(?:\{file,"|\]))/.exec(text.slice(end + 1, end + 80))
    if (rest === null) continue
    const count = countElements(text.slice(start, end + 1))
    plain += `${text.slice(from, found.index)}${found[0].trimEnd()}[${Array(count).fill('_').join(',')}],`
    from = end + 1 + rest[0].length
    opening.lastIndex = from
  }
  return plain + text.slice(from)
}

/** Finds the bracket that closes the list at a position; -1 if it is too long. */
function endOfList(text: string, start: number): number {
  let depth = 0
  let isText = false
  const most = Math.min(text.length, start + maxList)
  for (let at = start; at < most; at++) {
    const code = text.charCodeAt(at)
    if (code === 92) at++
    else if (code === 34) isText = !isText
    else if (isText) continue
    else if (code === 91 || code === 123) depth++
    else if (code === 93 || code === 125) depth--
    if (depth === 0) return at
  }
  return -1
}

const maxList = 4000
const maxUnclosed = 20

function parseTerm(line: string, mark: number): FoundFrame | undefined {
  const called = line.charCodeAt(mark - 2) === 93 ? argumentsOf(line, mark - 2) : undefined
  const head = line.slice(line.lastIndexOf('{', (called?.start ?? mark) - 1) + 1, called?.start ?? mark)
  const [module = '', name = '', counted = ''] = head.split(',', 3)
  const arity = called === undefined ? counted : String(called.count)
  const end = line.indexOf('"', mark + 8)
  if (end < 0 || module === '' || name === '') return undefined
  const isCounted = wholeNumber(arity) !== undefined
  const frame: FoundFrame = {
    function: `${module}:${name}${isCounted ? `/${arity}` : ''}`,
    file: line.slice(mark + 8, end),
  }
  const at = line.indexOf('{line,', end)
  const close = at < 0 ? -1 : line.indexOf('}', at)
  const number = close < 0 ? undefined : wholeNumber(line.slice(at + 6, close))
  if (number !== undefined) frame.line = number
  frame.in_app = isOwnErlang(frame.file!)
  return frame
}

/** Finds the list of arguments that ends at a bracket, which Erlang prints for a call that no clause fits. */
function argumentsOf(line: string, end: number): { start: number; count: number } | undefined {
  let depth = 0
  for (let start = end; start >= 0; start--) {
    const code = line.charCodeAt(start)
    if (code === 93 || code === 125) depth++
    else if (code === 91 || code === 123) depth--
    if (depth === 0 && code === 91) return { start, count: countElements(line.slice(start, end + 1)) }
  }
  return undefined
}

/** Counts the elements of a list; binaries such as `<<"a,b">>` are no lists. */
function countElements(list: string): number {
  if (list === '[]') return 0
  let depth = 0
  let count = 1
  let isText = false
  for (let index = 1; index < list.length - 1; index++) {
    const code = list.charCodeAt(index)
    if (code === 92) index++
    else if (code === 34) isText = !isText
    else if (isText) continue
    else if (code === 91 || code === 123) depth++
    else if (code === 93 || code === 125) depth--
    else if (code === 44 && depth === 0) count++
  }
  return count
}

/** OTP's own files have no folder; those of a project and of its dependencies are in `src`. */
function isOwnErlang(file: string): boolean {
  return (
    file.includes('/') &&
    !file.includes('/lib/erlang/') &&
    !file.includes('deps/') &&
    !file.includes('_build/default/lib/')
  )
}
