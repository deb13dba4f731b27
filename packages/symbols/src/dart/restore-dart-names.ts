import { findClass, type MappingIndex } from '../jvm/mapping-index.ts'

/** Names that are looked up in one text. */
const maxNames = 100

/** Names in the sentences of Dart's runtime: these alone are names for certain, where one of two letters could be a word. */
const quoted = /(['‘`])(_?[A-Za-z$][\w$]*(?:<[\w$<>, ?]*>)?)(?=['’`])/g
const name = /[A-Za-z_$][\w$]*/g

/**
 * Gives the types that a message of Dart's runtime quotes the names that their author gave them:
 * `type 'aB' is not a subtype of type 'cD'`, `Instance of 'aB'`.
 */
export async function restoreDartNames(index: MappingIndex, text: string): Promise<string> {
  const found = [...text.matchAll(quoted)].flatMap(([, , type = '']) => type.match(name) ?? [])
  const originals = new Map<string, string>()
  for (const one of [...new Set(found)].slice(0, maxNames)) {
    const entry = await findClass(index, one)
    if (entry !== undefined) originals.set(one, entry.original)
  }
  if (originals.size === 0) return text
  return text.replace(
    quoted,
    (_, quote: string, type: string) => quote + type.replace(name, (one) => originals.get(one) ?? one),
  )
}
