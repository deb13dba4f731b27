/** A part of a function's name, and where the text has it: -1 when it is nowhere as such. */
export interface NamePart {
  text: string
  offset: number
}

/** The name of a function, as the syntax tree gives it: `new Cart` has one part, `Cart.total` two. */
export interface Name {
  isConstructor: boolean
  parts: NamePart[]
}

export const anonymous = '<anonymous>'

/** Name in a table of minified code: the caller knows how the function was called before it was moved here. */
export const calledInPlace = '<called in place>'

/** Stands in a name for a key that only running the program computes. */
export const computed = '…'

const maxNameLength = 200

/** Makes a name of one part. */
export function nameOf(text: string, offset = -1): Name {
  return { isConstructor: false, parts: [{ text, offset }] }
}

/** Puts the member of an object or class behind its name. */
export function memberOf(owner: Name | undefined, member: Name): Name {
  return { isConstructor: false, parts: [...(owner?.parts ?? []).slice(-maxParts), ...member.parts] }
}

/** Members of members are named by the innermost, which say most. */
const maxParts = 2

/**
 * Writes a name as it is shown.
 *
 * @example writeName(memberOf(nameOf('Cart'), nameOf('total'))) // 'Cart.total'
 */
export function writeName(name: Name | undefined): string {
  if (name === undefined || name.parts.length === 0) return name?.isConstructor ? `new ${anonymous}` : anonymous
  const text = name.parts.map((part) => part.text).join('.')
  return (name.isConstructor ? `new ${text}` : text).slice(0, maxNameLength)
}
