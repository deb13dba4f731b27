/** One call of a stack. Missing parts are omitted, never null. */
export interface Frame {
  /** Name printed by the engine, without `async `; omitted for anonymous code. At most 500 characters. */
  function?: string
  /** Owner of the function: class (Java, .NET, PHP), import path (Go). At most 500 characters. */
  module?: string
  /** File path or URL as printed by the engine. At most 2,000 characters. */
  file?: string
  /** Line and column, counted from 1 for every engine (Hermes prints bytecode offsets from 0). */
  line?: number
  column?: number
  /** True for the customer's own code. */
  in_app: boolean
  /** Code of the engine itself, without a file. */
  native?: true
  /** Resumed after an await, or the creator of the running code. */
  async?: true
  /** Code generated at run time; file and line are of the code that generated it, if the engine prints them. */
  eval?: true
  /** The original line without indentation. At most 500 characters. */
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
  | 'native'
  | 'kotlin-native'
  | 'lua'
  | 'perl'
  | 'julia'
  | 'r'
  | 'objects'
  | 'unknown'

/** Relation of an exception to the one that it belongs to. */
export type Relation = 'cause' | 'suppressed' | 'member' | 'goroutine'

/** An exception of the text other than the first. */
export interface Cause {
  relation: Relation
  /** Position of the exception that it belongs to: 0 is the reported one, n the nth of `causes`. */
  parent: number
  /** Omitted if the text does not contain it. */
  exception_type?: string
  message?: string
  /** Innermost call first. */
  frames: Frame[]
}

/** The content of a stack text or array. */
export interface ParsedStack {
  /** Frames of the reported exception, innermost call first. */
  frames: Frame[]
  /** Causes and related exceptions, nearest first; at most 10. */
  causes: Cause[]
  /** The engine that printed the frames, or `unknown` if no line is a frame. */
  engine: Engine
  /** Omitted if the text does not contain it. */
  exception_type?: string
  message?: string
  /** True if frames or causes were dropped because of a limit. */
  truncated: boolean
}

/** The result of a line parser, a new object: the reader adds `in_app` and `raw`. */
export type FoundFrame = Omit<Frame, 'in_app'> & { in_app?: boolean | undefined }
