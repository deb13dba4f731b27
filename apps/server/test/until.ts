/** Repeats a query until its result satisfies a condition: events are counted a moment after their 202. */
export async function until<T>(look: () => Promise<T>, isDone: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + 60_000
  for (;;) {
    const seen = await look()
    if (isDone(seen)) return seen
    if (Date.now() > end) throw new Error(`timed out; the last result was ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
