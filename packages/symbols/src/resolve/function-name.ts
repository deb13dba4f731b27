import { type FunctionRange, findFunction } from '../functions/function-table.ts'
import { nameMinifiedFunction } from '../functions/minified-functions.ts'
import { anonymous, calledInPlace, computed } from '../functions/name.ts'
import { readFunctionMap } from '../lookup/metro-functions.ts'
import type { GeneratedFrame, Located, LocatedFrame } from './frame.ts'
import { findMinifiedFunctions, findSourceFunctions } from './function-store.ts'

/** Name of code outside of all functions. */
const topLevel = '<module>'

/**
 * Names the function of a frame: by the syntax tree of its source, else by that of the minified file, else by Metro's
 * list, else by the name that its caller calls it by, else as it was minified.
 *
 * @param source its path, as the map spells it
 */
export async function nameFunction(
  located: LocatedFrame,
  caller: Located | undefined,
  source: string,
): Promise<string> {
  // The compilers of Dart name each token by the function around it, and nobody here can parse Dart.
  if (source.endsWith('.dart')) return located.original.name ?? located.frame.function ?? anonymous
  const name = (await nameBySyntax(located)) ?? callSiteName(located.frame, caller)
  if (name === calledInPlace) return calledName(caller) ?? anonymous
  return withRuntimeName(name, located.frame.function)
}

async function nameBySyntax({ file, original, frame }: LocatedFrame): Promise<string | undefined> {
  const line = original.line - 1
  const column = original.column - 1
  const bySource = await findSourceFunctions(file.index, original.source, file.functions)
  if (bySource !== undefined) return nameOf(findFunction(bySource, line, column))
  const byCode = file.readCode && (await findMinifiedFunctions(file.index, file.readCode, file.functions))
  if (byCode !== undefined) {
    const found = findFunction(byCode, frame.line! - 1, frame.column! - 1)
    return found === undefined ? topLevel : nameMinifiedFunction(file.index, found.name)
  }
  const byMetro = await readFunctionMap(file.index, original.source)
  return byMetro && nameOf(findFunction(byMetro, line, column))
}

function nameOf(found: FunctionRange | undefined): string {
  return found?.name ?? topLevel
}

/**
 * Names a function by the token at its caller's position. An anonymous function stays anonymous: there the token is
 * that of the parameter it was passed as.
 */
function callSiteName(frame: GeneratedFrame, caller: Located | undefined): string {
  return frame.function === undefined ? anonymous : (calledName(caller) ?? frame.function)
}

function calledName(caller: Located | undefined): string | undefined {
  return caller !== undefined && 'original' in caller ? caller.original.name : undefined
}

/** Completes a name by what only the running program knows: that a function was called with `new`, a computed key. */
function withRuntimeName(name: string, atRuntime = ''): string {
  if (atRuntime.startsWith('new ') && !name.startsWith('new ') && !name.startsWith('<')) return `new ${name}`
  const key = /\.([\w$]+)$/.exec(atRuntime)?.[1]
  return key === undefined ? name : name.replace(`[${computed}]`, key)
}
