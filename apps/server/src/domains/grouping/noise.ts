import type { Call } from './call.ts'

/** Why a call says nothing about which error this is; undefined when it does. */
export function noiseOf({ frame, name, file }: Call): string | undefined {
  if (frame.native) return 'code of the engine'
  if (file.isClient) return 'our client'
  if (frame.function?.startsWith('_kDart')) return 'an address without symbols'
  if (frame.eval && frame.file === undefined && frame.module === undefined) return 'evaluated code without a place'
  return name.isHelper ? 'added by a compiler' : undefined
}

/** The constructor of the exception itself: some engines show it, some do not. */
export function isOwnConstructor({ frame: { function: name, module }, name: { bare } }: Call, type: string): boolean {
  if (name === undefined) return false
  if (module !== undefined) return module === type && /^(?:<init>|\.ctor|__construct)$/.test(name)
  return bare === type
}

/**
 * Whether a call stands in code whose names change with every build: minified JavaScript, bytecode bundles,
 * classes that R8 renamed.
 */
export function isUnresolved({ frame, name, file }: Call): boolean {
  const { module, file: place, line, column } = frame
  if (module !== undefined) return isShortPath(module)
  if (file.kind === 'bundle') return true
  // React Native's one bundle goes without saying.
  if (place === undefined && column !== undefined) return true
  if (file.kind === 'other' || column === undefined || line === undefined) return false
  if (column > 250) return true
  // Node's loader: the name ends with the kind of file that is loaded, `Module._extensions..js`.
  if (frame.function?.endsWith('..js')) return false
  // A bundle's first columns, or its many lines: the next build has another short name there.
  return mangled.test(name.bare) || (line < 20 && file.isHashed && name.bare === '')
}

/** `t`, `gi`, `$r`: what minifiers call a function. */
const mangled = /^[A-Za-z_$][\w$]?$/

/** `a.b.c`, as R8 and ProGuard name classes. */
function isShortPath(module: string): boolean {
  if (module.length > 12 || !/^[a-z]/.test(module)) return false
  const parts = module.split('.')
  return parts.length > 1 && parts.every((part) => part.length <= 2)
}
