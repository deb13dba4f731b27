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
    // A long text is not kept: what is remembered is bounded in bytes, too.
    if (text.length > maxLength) return compute(text)
    const own = copyOf(text)
    const value = compute(own)
    if (known.size >= maxEntries) known.clear()
    known.set(own, value)
    return value
  }
}

const maxLength = 300

/** A part of a text holds the whole in memory, a stack of 64 KiB for a name: V8 cuts without copying. Joining copies. */
function copyOf(text: string): string {
  return ` ${text}`.slice(1)
}
