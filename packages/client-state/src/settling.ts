/** A second tap on the place of a button follows sooner; whoever has read the new one needs longer. */
const settlingMs = 800

/**
 * Creates a guard of buttons that become others when they are pressed, such as Resolve and Reopen: the second tap of a double tap would
 * undo the first.
 *
 * @returns whether a press counts
 */
export function createSettling(now: () => number = Date.now): () => boolean {
  let pressedAt = Number.NEGATIVE_INFINITY
  return () => {
    const isSettled = now() - pressedAt >= settlingMs
    if (isSettled) pressedAt = now()
    return isSettled
  }
}
