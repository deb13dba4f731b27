import { type Engine, isInApp } from '@bugle/stacktrace'
import { engineOf } from './platform.ts'
import { type Fields, fieldsOf, textOf, wholeOf } from './values.ts'

/** A frame as `IngestEvent.stack` takes it, with what is shown beside it. */
export interface SentryFrame {
  function?: string
  module?: string
  file?: string
  line?: number
  column?: number
  in_app: boolean
  native?: true
  pre_context?: string[]
  context_line?: string
  post_context?: string[]
  vars?: Fields
  package?: string
}

/** Frames of a stack that are kept: the innermost. */
export const maxFrames = 250

/** Names that SDKs write for a function without one. */
const nameless = new Set(['?', '<anonymous>', '<unknown>', '<unknown module>', '??'])

/** All begin with one of two characters, which spares most names the lookup. */
function isNameless(name: string): boolean {
  const first = name.charCodeAt(0)
  return (first === 63 || first === 60) && nameless.has(name)
}

/** Runtimes whose frames have the owner of the function in `module`; elsewhere it repeats the file. */
const withModules = new Set(['java', 'kotlin', 'scala', 'groovy', 'csharp', 'dotnet', 'go', 'rust', 'elixir'])
/** Names of the place of code that is the engine's own, such as `Array.map`. */
const engineFiles = new Set(['<anonymous>', '[native code]', 'native'])
/** The machinery of a panic, which the Rust SDK marks as the program's own. */
const panicMachinery = /^_?(?:<)?(?:sentry|std|core|alloc|__rustc|rust_begin_unwind|backtrace)(?:_\w+)?(?:::|$)/

/**
 * Returns the frames of a Sentry stack trace, innermost first: Sentry's order is the other way round.
 *
 * @param isWhole with variables and source lines, which only readers of the event see
 */
export function framesOf(stacktrace: unknown, platform: string, isWhole = true): SentryFrame[] {
  const { frames } = fieldsOf(stacktrace) ?? {}
  if (!Array.isArray(frames)) return []
  const kept: SentryFrame[] = []
  const language = languageOf(platform)
  for (let index = frames.length - 1; index >= 0 && kept.length < maxFrames; index--) {
    const sent = fieldsOf(frames[index])
    const own = sent && textOf(sent.platform)
    const frame = sent && frameOf(sent, own === undefined ? language : languageOf(own), isWhole)
    if (frame !== undefined) kept.push(frame)
  }
  return kept
}

/** The rules of a language, decided once for a stack. */
interface Language {
  engine: Engine
  isRust: boolean
  hasModules: boolean
  isApple: boolean
  isPhp: boolean
  isScript: boolean
}

function languageOf(platform: string): Language {
  const engine = engineOf(platform)
  return {
    engine,
    isRust: platform === 'rust',
    hasModules: withModules.has(platform),
    isApple: engine === 'apple',
    isPhp: platform === 'php',
    isScript: platform === 'javascript' || platform === 'node',
  }
}

function frameOf(sent: Fields, language: Language, isWhole: boolean): SentryFrame | undefined {
  const name = nameOf(sent, language)
  const isOfEngine = language.isScript && isEngineCode(sent)
  const file = isOfEngine ? undefined : fileOf(sent)
  const image = textOf(sent.package)
  const ofClass = language.isPhp && name !== undefined ? name.lastIndexOf('::') : -1
  // The SDK of PHP writes `Class::method` where the text of a stack has both apart.
  const module = ofClass > 0 ? name!.slice(0, ofClass) : moduleOf(sent, language, image)
  const frame: SentryFrame = { in_app: false }
  const address = name === undefined && file === undefined ? textOf(sent.instruction_addr) : undefined
  const named =
    (ofClass > 0 ? name!.slice(ofClass + 2) : name) ?? (address === undefined ? undefined : addressName(address, image))
  if (named === undefined && file === undefined && module === undefined) return undefined
  if (named !== undefined) frame.function = named
  // The parser of frames takes none without a name and a file.
  else if (file === undefined) frame.function = '<anonymous>'
  if (module !== undefined) frame.module = module
  if (file !== undefined) frame.file = file
  const line = wholeOf(sent.lineno)
  const column = wholeOf(sent.colno)
  if (line !== undefined && line > 0) frame.line = line
  if (column !== undefined && column > 0) frame.column = column
  if (isOfEngine) frame.native = true
  frame.in_app = isOwn(sent, frame, language)
  if (isWhole) addDetails(frame, sent, image)
  return frame
}

function addDetails(frame: SentryFrame, sent: Fields, image: string | undefined): void {
  if (image !== undefined) frame.package = image
  const vars = fieldsOf(sent.vars)
  if (vars !== undefined && Object.keys(vars).length > 0) frame.vars = vars
  const hit = sent.context_line
  if (typeof hit !== 'string') return
  frame.context_line = hit
  frame.pre_context = linesOf(sent.pre_context)
  frame.post_context = linesOf(sent.post_context)
}

function isOwn(sent: Fields, frame: SentryFrame, { engine, isRust, isScript }: Language): boolean {
  if (isRust && panicMachinery.test(frame.function ?? '')) return false
  // The SDKs of browsers mark all as own code, and that of Node looks for packages with slashes only.
  if (isScript && (frame.native || frame.file?.includes('\\node_modules\\'))) return false
  if (typeof sent.in_app === 'boolean') return sent.in_app
  return isInApp(frame, engine)
}

function isEngineCode({ filename, lineno }: Fields): boolean {
  return !lineno && typeof filename === 'string' && engineFiles.has(filename)
}

function nameOf(sent: Fields, { isScript }: Language): string | undefined {
  const name = textOf(sent.function) ?? textOf(sent.raw_function)
  if (name === undefined || isNameless(name)) return undefined
  // The engine's `Object.<anonymous>`, as the SDK of Node spells it.
  return isScript && name.endsWith('.?') ? `${name.slice(0, -1)}<anonymous>` : name
}

function moduleOf(sent: Fields, { hasModules, isApple }: Language, image: string | undefined): string | undefined {
  if (hasModules) {
    const module = textOf(sent.module)
    return module === undefined || isNameless(module) ? undefined : module
  }
  // The text of an Apple stack names the image in this place.
  return image !== undefined && isApple ? baseName(image) : undefined
}

/** The whole path where it is one and ends with the short name, as the text of a stack has it. */
function fileOf(sent: Fields): string | undefined {
  const short = textOf(sent.filename)
  const long = textOf(sent.abs_path)
  if (short === undefined || isNameless(short)) return long
  if (long === undefined || long === short || !isPath(long)) return short
  if (long.endsWith(short)) return long
  const bare = short.startsWith('./') ? short.slice(2) : short.startsWith('app:///') ? short.slice(7) : short
  return long.endsWith(bare) ? long : short
}

const slash = 47

function isPath(text: string): boolean {
  return text.charCodeAt(0) === slash || /^(?:[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]*:\/\/)/.test(text)
}

function addressName(address: string, image: string | undefined): string {
  return image === undefined ? address : `${address} in ${baseName(image)}`
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

function linesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((line): line is string => typeof line === 'string') : []
}
