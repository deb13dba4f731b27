/**
 * PostgreSQL takes no U+0000 and no lone surrogate in text, and people cannot read them: both become U+FFFD.
 * Cutting at a limit never leaves half a character.
 */
export function cleanText(text: string, maxLength: number): string {
  return wellFormed(text.length > maxLength ? text.slice(0, maxLength) : text)
}

/** The same, with the limit in bytes of UTF-8. */
export function cleanTextToBytes(text: string, maxBytes: number): string {
  // A UTF-16 unit is at most 3 bytes, so most texts need no measuring.
  if (text.length * 3 <= maxBytes) return wellFormed(text)
  const bytes = Buffer.from(text.slice(0, maxBytes), 'utf8')
  if (bytes.length <= maxBytes) return wellFormed(text.slice(0, maxBytes))
  let end = maxBytes
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return wellFormed(bytes.toString('utf8', 0, end))
}

function wellFormed(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole
}
