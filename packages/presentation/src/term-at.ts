/** The term that is being typed: its range, and what it holds so far. */
export interface TypedTerm {
  from: number
  to: number
  /** Whether it is negated; the `!` is kept when a suggestion is taken. */
  not: boolean
  /** Text before the colon, once there is one. */
  key: string | undefined
  /** Text that suggestions must contain. */
  part: string
}

/**
 * Finds the term around the caret. Spaces within quotes belong to it.
 *
 * @param text the whole query
 * @param caret in UTF-16 units
 */
export function termAt(text: string, caret: number): TypedTerm {
  let from = 0
  let isQuoted = false
  for (let index = 0; index < caret; index += 1) {
    if (text[index] === '\\' && isQuoted) index += 1
    else if (text[index] === '"') isQuoted = !isQuoted
    else if (/\s/.test(text[index]!) && !isQuoted) from = index + 1
  }
  const rest = /^\S*/.exec(text.slice(caret))![0].length
  const to = isQuoted ? text.length : caret + rest
  const typed = text.slice(from, caret)
  const not = typed.startsWith('!')
  const bare = not ? typed.slice(1) : typed
  const colon = colonIn(bare)
  if (colon === -1) return { from, to, not, key: undefined, part: bare.replaceAll('"', '') }
  const part = bare.slice(colon + 1).replaceAll(/^"|"$/g, '')
  return { from, to, not, key: bare.slice(0, colon), part }
}

/** Finds the colon that ends a key, which may be quoted itself: `tag."my:key":`. */
function colonIn(term: string): number {
  let isQuoted = false
  for (let index = 0; index < term.length; index += 1) {
    if (term[index] === '"') isQuoted = !isQuoted
    else if (term[index] === ':' && !isQuoted) return index
  }
  return -1
}

/** Replaces the term at the caret, and returns where the caret is then. */
export function withTerm(text: string, { from, to, not }: TypedTerm, term: string): { text: string; caret: number } {
  const isKey = term.endsWith(':')
  const put = `${not ? '!' : ''}${term}${isKey || /^\s/.test(text.slice(to)) ? '' : ' '}`
  return { text: text.slice(0, from) + put + text.slice(to), caret: from + put.length }
}

/**
 * Leaves out a term whose value is not typed yet: it cannot be searched for.
 *
 * @example withoutOpenTerm('is:new level:') // 'is:new'
 */
export function withoutOpenTerm(text: string): string {
  return text.replace(/(?:^|\s)!?[^\s":]+:$/, '').trim()
}
