import type { Frame } from '@bugle/stacktrace'
import { memoize } from './memoize.ts'
import { fileKind, isBuiltScript, isFunnelName, isHashedScript, isHelperName } from './name-patterns.ts'
import { functionName, moduleName, modulePath, withoutCounter } from './stable-name.ts'

/** A frame with properties of its names, which are computed once. */
export interface Call {
  frame: Frame
  name: NameFacts
  file: FileFacts
}

/** Properties of a function's name, independent of its line. */
interface NameFacts {
  /** The last part of the name, without additions of engines and compilers. */
  bare: string
  isHelper: boolean
  isFunnel: boolean
}

/** Properties of a file's path, independent of the line. */
interface FileFacts {
  /** The stable end of the path. */
  path: string
  kind: ReturnType<typeof fileKind>
  isHashed: boolean
  /** Whether it lies in a folder of built files, or its name shows that a bundler wrote it. */
  isBuilt: boolean
  isSdk: boolean
}

/** Returns the call of a frame. A missing name or file counts as an empty one. */
export function callOf(frame: Frame): Call {
  const file = fileFacts(frame.file ?? '')
  const name = nameFacts(frame.function ?? '')
  if (file.kind === 'other' || !endsInDigit(name.bare)) return { frame, name, file }
  // A bundler may have numbered the function.
  return { frame, name: uncounted[file.isBuilt ? 'built' : 'written'](name.bare), file }
}

function endsInDigit(name: string): boolean {
  const last = name.charCodeAt(name.length - 1)
  return last >= 48 && last <= 57
}

const nameFacts = memoize((name) => factsOf(functionName(name)))

const uncounted = {
  built: memoize((bare) => factsOf(withoutCounter(bare, true))),
  written: memoize((bare) => factsOf(withoutCounter(bare, false))),
}

function factsOf(bare: string): NameFacts {
  return { bare, isHelper: isHelperName(bare), isFunnel: isFunnelName(bare) }
}

const fileFacts = memoize(
  (file): FileFacts => ({
    path: modulePath(file),
    kind: fileKind(file),
    isHashed: isHashedScript(file),
    isBuilt: isBuiltScript(file),
    isSdk: file.includes('@bugle/') || file.includes('/bugle/sdk/') || file.startsWith('package:bugle'),
  }),
)

/**
 * Returns the part of a call that is the same in every build: module path and function, never a line. Languages with
 * modules (a class, an import path) need no path.
 *
 * @example frameKey(callOf({ function: 'Cart.pay', file: 'https://x.io/assets/cart.3f9a1c2b.js', in_app: true })) ===
 * 'assets/cart.js#pay'
 */
export function frameKey({
  frame: { module, function: name, file: location },
  name: { bare },
  file: { path },
}: Call): string {
  // Without a file, the full path identifies a function of Rust.
  if (module === undefined) return `${path}#${path === '' && name?.includes('::') ? withoutDisambiguators(name) : bare}`
  // Classes without a name, and those that a template is compiled to: their file tells them apart.
  if (module.endsWith('@anonymous') || /^Template[0-9a-f]{10}$/.test(module))
    return `${path}#${moduleName(module)}.${bare}`
  if (name === 'MoveNext') {
    // C# compiles an async method to a numbered class.
    const machine = /^(.*)[.+]<(\w+)>[cd]__\w*$/.exec(module)
    if (machine !== null) return `${machine[1]}#${machine[2]}`
  }
  // Methods of two types of Go share a package and a name.
  const receiver = name === undefined ? undefined : receiverOf(name, location)
  return `${moduleName(module)}#${receiver === undefined ? bare : `${receiver}.${bare}`}`
}

/** Removes what the compiler of Rust adds to the names of crates: `shop[3f9a1c2b4d5e6f70]::cart`. */
function withoutDisambiguators(name: string): string {
  return name.includes('[') ? name.replaceAll(/\[[0-9a-f]{13,16}\]/g, '') : name
}

/** Returns the type that a method of Go belongs to: `Cart` of `(*Cart[…]).Pay` and, by value, of `Cart.Pay.func1`. */
function receiverOf(name: string, file = ''): string | undefined {
  if (name.startsWith('(*')) return /^\(\*(\w+)/.exec(name)?.[1]
  return file.endsWith('.go')
    ? /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\.(?!func\d|gowrap|deferwrap)[A-Za-z_]/.exec(name)?.[1]
    : undefined
}
