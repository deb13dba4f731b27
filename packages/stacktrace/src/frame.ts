/** One line of a stack. Absent parts are left out, never null. */
export interface Frame {
  /** As the engine names it, without `async `; absent for anonymous code. */
  function?: string
  /** File path or URL as the engine prints it. */
  file?: string
  /** Both 1-based. */
  line?: number
  column?: number
  /** True for the customer's own code. */
  in_app: boolean
  native?: true
  async?: true
  eval?: true
  /** The line as it came, when it says more than the parts. */
  raw?: string
}

/** What the parser knows of a stack beyond its frames. */
export interface ParsedStack {
  /** Innermost call first. */
  frames: Frame[]
  /** The engine's family, or `unknown` when no line looked like a frame. */
  engine: 'v8' | 'unknown'
  /** True when frames were left out because of the limit. */
  truncated: boolean
}
