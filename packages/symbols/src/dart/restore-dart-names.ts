import { findClass, type MappingIndex } from '../jvm/mapping-index.ts'

/** At most this number of names is looked up per text. */
const maxNames = 100

/** Matches types that Dart's runtime quotes. A name outside of quotes, such as `aB`, could be a word. */
const quoted = /(['‘`])(_?[A-Za-z$][\w$]*(?:<[\w$<>, ?]*>)?)(?=['’`])/g
const name = /[A-Za-z_$][\w$]*/g

/**
 * Replaces obfuscated types in a message of Dart's runtime by their original names:
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
