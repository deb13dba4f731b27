import { findClass, type MappingIndex } from './mapping-index.ts'

/** At most this number of names is looked up per text. */
const maxNames = 100

const nameIn = /(?<![\w$])(?:[A-Za-z_$][\w$]*\.)+[A-Za-z_$][\w$]*/g

/**
 * Replaces obfuscated classes in a message by their original names. Names without a package stay as they are: `a` is a
 * word.
 *
 * @example await restoreNames(index, 'a.b.c cannot be cast to a.b.d') // 'shop.Cart cannot be cast to shop.Order'
 */
export async function restoreNames(index: MappingIndex, text: string): Promise<string> {
  const names = [...new Set(text.match(nameIn))].slice(0, maxNames)
  const originals = new Map<string, string>()
  for (const name of names) {
    const found = await findClass(index, name)
    if (found !== undefined) originals.set(name, found.original)
  }
  return originals.size === 0 ? text : text.replace(nameIn, (name) => originals.get(name) ?? name)
}
