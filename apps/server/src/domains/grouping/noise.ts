import type { Call } from './call.ts'

/** Returns why a call does not distinguish errors; undefined if it does. */
export function noiseOf({ frame, name, file }: Call): string | undefined {
  if (frame.native) return 'engine code'
  if (isNowhere(frame)) return 'a page without a line'
  if (file.isSdk) return 'code of the SDK'
  if (frame.function?.startsWith('_kDart')) return 'address without symbols'
  if (frame.eval && frame.file === undefined && frame.module === undefined) return 'evaluated code without a location'
  return name.isHelper ? 'added by a compiler' : undefined
}

/** Whether a frame names no more than the page that was open: what a browser gives if it hides the error. */
function isNowhere({ function: name, module, file = '', line = 0 }: Call['frame']): boolean {
  return line === 0 && name === undefined && module === undefined && /^https?:/.test(file)
}

/**
 * Whether a call is code of a coroutine's own block, which Kotlin compiles to a method named like its helpers: those have no
 * line.
 */
export function isCoroutineBlock({ frame, name }: Call): boolean {
  return name.bare === 'invokeSuspend' && frame.in_app && frame.line !== undefined
}

/** Whether a call is the constructor of the exception itself, which some engines include. */
export function isOwnConstructor({ frame: { function: name, module }, name: { bare } }: Call, type: string): boolean {
  if (name === undefined) return false
  if (module !== undefined) return module === type && /^(?:<init>|\.ctor|__construct)$/.test(name)
  return bare === type
}

/**
 * Whether a call is in code whose names change with every build: minified JavaScript, bytecode bundles, classes renamed
 * by R8.
 */
export function isUnresolved({ frame, name, file }: Call): boolean {
  const { module, file: location, line, column } = frame
  if (module !== undefined) return isShortPath(module)
  if (file.kind === 'bundle') return true
  // React Native omits the name of its only bundle.
  if (location === undefined && column !== undefined) return true
  if (file.kind === 'other' || column === undefined || line === undefined) return false
  if (column > 250) return true
  // Node's loader: the name ends with the extension of the loaded file, `Module._extensions..js`.
  if (frame.function?.endsWith('..js')) return false
  // A one- or two-letter name, or one of the first lines of a hashed file: another build has other names there.
  return mangled.test(name.bare) || (line < 20 && file.isHashed && name.bare === '')
}

/** Names that minifiers give to functions: `t`, `gi`, `$r`. */
const mangled = /^[A-Za-z_$][\w$]?$/

/** Matches `a.b.c`, the form of class names by R8 and ProGuard. */
function isShortPath(module: string): boolean {
  if (module.length > 12 || !/^[a-z]/.test(module)) return false
  const parts = module.split('.')
  return parts.length > 1 && parts.every((part) => part.length <= 2)
}
