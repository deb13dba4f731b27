import type { BugleEvent } from './event.ts'
import type { SetTimer } from './queue.ts'

const firstFew = 3
const windowMs = 10_000
const maxKeys = 100
const maxRepeat = 10_000

interface Series {
  passed: number
  held?: BugleEvent | undefined
}

/**
 * Equal errors in a loop: the first few go as they come, the others become one event with `repeat`, handed on every ten
 * seconds. Nothing is folded into an event that was handed on, so that a retry never counts differently.
 */
export class Fold {
  #series = new Map<string, Series>()
  #handOn: (event: BugleEvent) => void
  #setTimer: SetTimer

  constructor(handOn: (event: BugleEvent) => void, setTimer: SetTimer) {
    this.#handOn = handOn
    this.#setTimer = setTimer
  }

  /** Takes an event; returns the id under which it will be reported. */
  add(event: BugleEvent): string {
    const key = keyOf(event)
    const series = this.#series.get(key) ?? this.#begin(key)
    const { held } = series
    if (held !== undefined) {
      held.repeat = (held.repeat ?? 1) + 1
      if (held.repeat >= maxRepeat) this.#release(series)
      return held.event_id
    }
    if (series.passed < firstFew) {
      series.passed += 1
      this.#handOn(event)
    } else series.held = event
    return event.event_id
  }

  /** Hands on what is held back: before leaving, and by `flush`. */
  releaseAll(): void {
    for (const series of this.#series.values()) this.#release(series)
  }

  #begin(key: string): Series {
    const series: Series = { passed: 0 }
    // The oldest goes first; what it held goes on its way.
    for (const [oldest, former] of this.#series) {
      if (this.#series.size < maxKeys) break
      this.#release(former)
      this.#series.delete(oldest)
    }
    this.#series.set(key, series)
    this.#turn(key, series)
    return series
  }

  /** Every ten seconds; a series that was quiet for that long is forgotten. */
  #turn(key: string, series: Series): void {
    this.#setTimer(() => {
      if (this.#series.get(key) !== series) return
      if (series.held === undefined) this.#series.delete(key)
      else {
        this.#release(series)
        this.#turn(key, series)
      }
    }, windowMs)
  }

  #release(series: Series): void {
    const { held } = series
    series.held = undefined
    if (held !== undefined) this.#handOn(held)
  }
}

/** Equal are errors that differ in nothing that is counted or decides where they belong. */
function keyOf(event: BugleEvent): string {
  return JSON.stringify({
    ...event,
    event_id: 0,
    timestamp: 0,
    breadcrumbs: 0,
    contexts: 0,
    extra: 0,
    screenshot: 0,
    debug_meta: 0,
  })
}
