/** Steps that undo can reach, also after their toasts have closed. */
const defaultSize = 10

interface Step {
  id: number
  /** Missing until the server has responded: only then is it known how to undo the step. */
  run?: () => void
  /** Present once undo was requested: the later steps whose undo was requested before, and comes first. */
  behind?: number[]
}

/**
 * Steps that can be undone, oldest first. A step is on the stack from the moment of the change; undoing it before the
 * server has responded runs as soon as `finish` says how. Each restores what it found, so the latest requested comes first.
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
   * Supplies how a step is undone, or removes it where `run` is undefined: nothing was changed. A step whose undo was requested
   * before is undone now, or after the later ones whose undo was requested first.
   *
   * @returns whether undo had been requested before
   */
  finish(id: number, run: (() => void) | undefined): boolean {
    const { behind } = this.#find(id) ?? {}
    this.#remove(id)
    if (run !== undefined) this.#put({ id, run, ...(behind && { behind }) })
    this.#undoRequested()
    return behind !== undefined && run !== undefined
  }

  /**
   * Undoes a step, by default the latest whose undo was not requested yet.
   *
   * @returns the step and whether it was undone or waits for `finish`; undefined where there is none
   */
  undo(
    id: number | undefined = this.#steps.findLast(({ behind }) => behind === undefined)?.id,
  ): { id: number; outcome: 'undone' | 'waiting' } | undefined {
    const step = id === undefined ? undefined : this.#find(id)
    if (step === undefined) return undefined
    step.behind ??= this.#steps.filter((other) => other.id > step.id && other.behind).map((other) => other.id)
    this.#undoRequested()
    return { id: step.id, outcome: this.has(step.id) ? 'waiting' : 'undone' }
  }

  /** Undoes what was requested and is behind nothing, the latest first. */
  #undoRequested(): void {
    for (const { id, run, behind } of this.#steps.toReversed()) {
      if (run === undefined || behind === undefined || behind.some((later) => this.has(later))) continue
      this.#remove(id)
      run()
    }
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
