/** Returns the index of the quotation mark that ends a string; the text's length if none does. */
export function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quotationMark) return at
    if (code === backslash) at++
  }
  return text.length
}

const quotationMark = 34
const backslash = 92
