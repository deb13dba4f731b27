/** Builds a `like` pattern that matches texts containing this one literally. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
