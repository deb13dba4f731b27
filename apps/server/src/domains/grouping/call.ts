import type { Frame } from '@bugle/stacktrace'
import { fileKind, isFunnelName, isHashedScript, isHelperName } from './known-name.ts'
import { remembered } from './remembered.ts'
import { functionName, moduleName, modulePath } from './stable-name.ts'

/** A frame, with what its names say: they are looked up once for all questions. */
export interface Call {
  frame: Frame
  name: NameFacts
  file: FileFacts
}

/** What the name of a function says, whatever its line. */
interface NameFacts {
  /** The last name, without what engines and compilers add. */
  bare: string
  isHelper: boolean
  isFunnel: boolean
}

/** What the path of a file says, whatever the line. */
interface FileFacts {
  /** The stable end of it. */
  path: string
  kind: ReturnType<typeof fileKind>
  isHashed: boolean
  isClient: boolean
}

/** A frame without a name or a file is one with an empty one. */
export function callOf(frame: Frame): Call {
  return { frame, name: nameFacts(frame.function ?? ''), file: fileFacts(frame.file ?? '') }
}

const nameFacts = remembered((name): NameFacts => {
  const bare = functionName(name)
  return { bare, isHelper: isHelperName(bare), isFunnel: isFunnelName(bare) }
})

const fileFacts = remembered(
  (file): FileFacts => ({
    path: modulePath(file),
    kind: fileKind(file),
    isHashed: isHashedScript(file),
    isClient: file.includes('@bugle/') || file.includes('/bugle/sdk/') || file.startsWith('package:bugle'),
  }),
)

/**
 * The part of a call that stays the same from build to build: module path and function, never a line. Languages with
 * a module of their own (a class, an import path) need no path.
 *
 * @example frameKey(callOf({ function: 'Cart.pay', file: 'https://x.io/assets/cart.3f9a1c2b.js', in_app: true })) === 'assets/cart.js#pay'
 */
export function frameKey({ frame: { module, function: name }, name: { bare }, file: { path } }: Call): string {
  // Without its file, a function of Rust is told by its path.
  if (module === undefined) return `${path}#${path === '' && name?.includes('::') ? name : bare}`
  if (name === 'MoveNext') {
    // C# turns an async method into a class of its own, with a number.
    const machine = /^(.*)[.+]<(\w+)>[cd]__\w*$/.exec(module)
    if (machine !== null) return `${machine[1]}#${machine[2]}`
  }
  return `${moduleName(module)}#${bare}`
}
