const maxEntries = 5000

/**
 * Caches the results of a pure function of a text: names and paths of frames occur repeatedly. A full cache is emptied.
 */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    // Long texts are not cached, which bounds the cache in bytes as well.
    if (text.length > maxLength) return compute(text)
    const own = copyOf(text)
    const value = compute(own)
    if (known.size >= maxEntries) known.clear()
    known.set(own, value)
    return value
  }
}

const maxLength = 300

/**
 * Copies a text by joining: V8 slices without copying, so a cached name would keep a whole stack of 64 KiB in memory.
 */
function copyOf(text: string): string {
  return ` ${text}`.slice(1)
}
