let lastAt = Number.NEGATIVE_INFINITY

/** Time within which a second press was meant for what stood there before the first. */
const doubleTapMs = 450

/**
 * Whether a press follows another so closely that it belongs to a double tap. Only for buttons that change what they do:
 * Resolve becomes Reopen under the finger, or the Resolve of the next issue. Keys are never meant twice.
 */
export function isSecondTap({ detail, timeStamp }: { detail: number; timeStamp: number }): boolean {
  if (detail === 0) return false
  const isSecond = timeStamp - lastAt < doubleTapMs
  lastAt = timeStamp
  return isSecond
}
