/** Steps that undo can reach, also after their toasts have closed. */
const defaultSize = 10

interface Step {
  id: number
  /** Missing until the server has responded: only then is it known how to undo the step. */
  run?: () => void
  /** Undo was requested before that. */
  isRequested?: boolean
}

/**
 * Steps that can be undone, oldest first. A step is on the stack from the moment of the change; undoing it before the
 * server has responded runs as soon as `finish` says how.
 */
export class UndoStack {
  #steps: Step[] = []
  readonly #size: number

  constructor(size = defaultSize) {
    this.#size = size
  }

  /** @param id greater than that of every earlier step; the order of ids is the order of undo */
  begin(id: number): void {
    this.#put({ id })
  }

  /**
   * Supplies how a step is undone, or removes it where `run` is undefined: nothing was changed.
   *
   * @returns whether undo had been requested before and has run now
   */
  finish(id: number, run: (() => void) | undefined): boolean {
    const isRequested = this.#find(id)?.isRequested === true
    this.#remove(id)
    if (run === undefined) return false
    if (isRequested) run()
    else this.#put({ id, run })
    return isRequested
  }

  /**
   * Undoes a step, by default the latest whose undo was not requested yet.
   *
   * @returns the step and whether it was undone or waits for `finish`; undefined where there is none
   */
  undo(
    id: number | undefined = this.#steps.findLast((step) => step.isRequested !== true)?.id,
  ): { id: number; outcome: 'undone' | 'waiting' } | undefined {
    const step = id === undefined ? undefined : this.#find(id)
    if (step === undefined) return undefined
    if (step.run === undefined) {
      step.isRequested = true
      return { id: step.id, outcome: 'waiting' }
    }
    this.#remove(step.id)
    step.run()
    return { id: step.id, outcome: 'undone' }
  }

  has(id: number): boolean {
    return this.#find(id) !== undefined
  }

  #find(id: number): Step | undefined {
    return this.#steps.find((step) => step.id === id)
  }

  #remove(id: number): void {
    this.#steps = this.#steps.filter((step) => step.id !== id)
  }

  #put(step: Step): void {
    this.#steps = [...this.#steps, step].toSorted((one, other) => one.id - other.id).slice(-this.#size)
  }
}
