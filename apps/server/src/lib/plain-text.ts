/**
 * Makes text of an event or a project safe for a mail that its reader trusts: one line, no bidirectional control
 * characters, at most `maxLength` characters, and nothing that a mail program would turn into a link. A zero-width
 * character (U+200C) breaks every would-be address: it is invisible, and no host name may contain it.
 *
 * @example plainText('see https://evil.example', 40) // `see https:‌//evil.‌example`, with U+200C after `:` and `.`
 */
export function plainText(text: string, maxLength: number): string {
  return singleLine(text, maxLength).replaceAll(/[.:@\u3002\uff0e\uff61\u2024](?=[^\s\u200c])/g, '$&\u200c')
}

/** Makes one line of a text, without control characters, of at most `maxLength` characters. */
export function singleLine(text: string, maxLength: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const short = Array.from(line.slice(0, maxLength * 2 + 2))
  return short.length > maxLength ? `${short.slice(0, maxLength - 1).join('')}…` : short.join('')
}
