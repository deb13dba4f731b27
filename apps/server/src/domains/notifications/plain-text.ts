/**
 * Text of an event or a project, fit for a mail that somebody trusts: one line, no marks that turn the direction of what
 * follows, not longer than `maxLength` characters, and nothing in it that a mail program would make a link of. A mark
 * without width (U+200C) stands in each place where an address would be one: it cannot be seen, and no name of a host may
 * hold it.
 *
 * @example plainText('see https://evil.example', 40) // `see https:‌//evil.‌example`, with U+200C behind `:` and `.`
 */
export function plainText(text: string, maxLength: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const short = Array.from(line.slice(0, maxLength * 2 + 2))
  const cut = short.length > maxLength ? `${short.slice(0, maxLength - 1).join('')}…` : short.join('')
  return cut.replaceAll(/[.:@\u3002\uff0e\uff61\u2024](?=[^\s\u200c])/g, '$&\u200c')
}
