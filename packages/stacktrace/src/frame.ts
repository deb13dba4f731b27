/** One call of a stack. Absent parts are left out, never null. */
export interface Frame {
  /** As the engine names it, without `async `; absent for anonymous code. At most 500 characters. */
  function?: string
  /** What the function belongs to: class (Java, .NET, PHP), import path (Go). At most 500 characters. */
  module?: string
  /** File path or URL as the engine prints it. At most 2,000 characters. */
  file?: string
  /** Both 1-based; counted so for every engine (Hermes counts its bytecode offsets from 0). */
  line?: number
  column?: number
  /** True for the customer's own code. */
  in_app: boolean
  /** Code of the engine itself, without a place in a file. */
  native?: true
  /** Resumed after an await, or the creator of what runs now. */
  async?: true
  /** Code made at run time; file and line are those of the place that made it, where the engine tells. */
  eval?: true
  /** The line as it came, without indentation. At most 500 characters. */
  raw?: string
}

export type Engine =
  | 'v8'
  | 'spidermonkey'
  | 'javascriptcore'
  | 'hermes'
  | 'php'
  | 'python'
  | 'java'
  | 'dotnet'
  | 'ruby'
  | 'go'
  | 'dart'
  | 'rust'
  | 'beam'
  | 'apple'
  | 'kotlin-native'
  | 'lua'
  | 'perl'
  | 'julia'
  | 'r'
  | 'objects'
  | 'unknown'

/** How one exception of a text hangs together with the one before it in the chain. */
export type Relation = 'cause' | 'suppressed' | 'member' | 'goroutine'

/** An exception that the text tells of besides the first. */
export interface Cause {
  relation: Relation
  /** As far as the text says. */
  exception_type?: string
  message?: string
  /** Innermost call first. */
  frames: Frame[]
}

/** What a stack text or array says. */
export interface ParsedStack {
  /** Of the exception that was reported, innermost call first. */
  frames: Frame[]
  /** What led to it, nearest first: at most 10. */
  causes: Cause[]
  /** The family that printed most of the frames, or `unknown` when no line looked like a frame. */
  engine: Engine
  /** As far as the text says. */
  exception_type?: string
  message?: string
  /** True when frames or causes were left out because of a limit. */
  truncated: boolean
}

/** What a parser of lines finds, in an object of its own: the driver adds `in_app` and `raw` to it. */
export type FoundFrame = Omit<Frame, 'in_app'> & { in_app?: boolean | undefined }
