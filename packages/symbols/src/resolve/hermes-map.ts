import type { SymbolIndex } from '../lookup/open-index.ts'
import { findSourcePath } from '../lookup/strings.ts'

/**
 * Says which step's map this is, when bytecode needs both: Metro's leads from the bundle to the sources and has many
 * lines; that of the Hermes compiler leads from bytecode, all on line 1, to the bundle, its only source. Undefined for
 * a composed map.
 */
export async function notComposed(index: SymbolIndex): Promise<'metro' | 'hermesc' | undefined> {
  const { isHermes, tokens, sources } = index.head
  if (!isHermes) return tokens.lastLine > 0 ? 'metro' : undefined
  const only = sources.count === 1 ? await findSourcePath(index, 0) : undefined
  return only !== undefined && /\.(?:js)?bundle(?:[?#]|$)/.test(only) ? 'hermesc' : undefined
}
