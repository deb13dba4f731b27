/**
 * Replaces U+0000 and lone surrogates, which PostgreSQL refuses in text and people cannot read, with U+FFFD. Cutting at
 * a limit never leaves half a character.
 */
export function cleanText(text: string, maxLength: number): string {
  return wellFormed(text.length > maxLength ? cut(text, maxLength) : text)
}

/** The same, with the limit in bytes of UTF-8. */
export function cleanTextToBytes(text: string, maxBytes: number): string {
  // A UTF-16 unit is at most 3 bytes, so most texts need no measuring.
  if (text.length * 3 <= maxBytes) return wellFormed(text)
  // Repaired first: U+FFFD takes more bytes than U+0000.
  const whole = wellFormed(cut(text, maxBytes))
  const bytes = Buffer.from(whole, 'utf8')
  if (bytes.length <= maxBytes) return whole
  let end = maxBytes
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

function cut(text: string, maxLength: number): string {
  const isInPair = maxLength > 0 && isHigh(text.charCodeAt(maxLength - 1)) && isLow(text.charCodeAt(maxLength))
  return text.slice(0, isInPair ? maxLength - 1 : maxLength)
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00
}

function wellFormed(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole
}
