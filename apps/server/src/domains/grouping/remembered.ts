const maxEntries = 5000

/**
 * A pure function of a text, remembered for the texts of late: names and paths of frames come again and again. When
 * the memory is full it is emptied.
 */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const value = compute(text)
    if (known.size >= maxEntries) known.clear()
    // A long text is not kept: what is remembered is bounded in bytes, too.
    if (text.length <= maxLength) known.set(text, value)
    return value
  }
}

const maxLength = 300
