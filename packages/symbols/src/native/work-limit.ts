import type { Limits } from '../limits.ts'
import { tooLarge } from '../refusal.ts'

/** Counts what reading a file costs, so that parts which refer to each other cannot make it endless. */
export class WorkLimit {
  readonly limits: Limits
  #steps = 0
  #ranges = 0
  #functions = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  addSteps(count: number): void {
    this.#steps += count
    if (this.#steps > this.limits.steps) throw tooLarge(this.limits, 'steps')
  }

  addRange(): void {
    if (++this.#ranges > this.limits.ranges) throw tooLarge(this.limits, 'ranges')
  }

  addFunction(): void {
    if (++this.#functions > this.limits.functions) throw tooLarge(this.limits, 'functions')
  }
}
