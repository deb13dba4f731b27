/** `failing`: the same segments fail again and again; `behind`: segments are digested late. */
export type DigestState = 'ok' | 'behind' | 'failing'

/** An event is seen within a second; a burst is digested within a minute. */
const lateSeconds = 60
/** Attempts before a segment counts as failing: the first ones may have met a restart of the database. */
const manyAttempts = 3

export function digestStateOf({ oldestSeconds, attempts }: { oldestSeconds: number; attempts: number }): DigestState {
  if (attempts >= manyAttempts && oldestSeconds >= 5) return 'failing'
  return oldestSeconds > lateSeconds ? 'behind' : 'ok'
}
