/** A term of the search language, quoted where it must be: `tag.plan:gold`, `release:"1.0 (45)"`. */
export function queryTerm(key: string, value: string): string {
  return `${key}:${quoted(value)}`
}

/** The key of a tag: `tag.plan`, `tag."my key"`. */
export function tagKey(name: string): string {
  return `tag.${quoted(name)}`
}

function quoted(text: string): string {
  return /^[\p{L}\p{N}_./@+-]+$/u.test(text) && !text.startsWith('-')
    ? text
    : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
