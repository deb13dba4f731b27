import type { Original } from '../lookup/look-up.ts'
import type { SymbolIndex } from '../lookup/open-index.ts'
import type { ContextLine } from '../lookup/source-text.ts'
import type { FunctionStore } from './function-store.ts'
import type { Reason } from './reason.ts'

/** A frame of generated code, as the stack parser reads it; line and column count from 1. */
export interface GeneratedFrame {
  /** Absent for anonymous code. */
  function?: string | undefined
  file?: string | undefined
  line?: number | undefined
  column?: number | undefined
  /** The position is one of Hermes bytecode (`address at`). */
  isBytecode?: boolean | undefined
  /** The engine names the position of the call itself, as V8 and Hermes do, so that it is the start of a mapping. */
  isExact?: boolean | undefined
  /** The call had been awaited. */
  isAsync?: boolean | undefined
}

/** The symbols of a generated file. */
export interface GeneratedFile {
  index: SymbolIndex
  functions: FunctionStore
  /** Reads the minified file, which names functions where the map has no text. */
  readCode?: (() => Promise<string | undefined>) | undefined
}

/** A frame that was resolved to its source. */
export interface ResolvedFrame {
  state: 'resolved'
  function: string
  /** Path as the author knows it, and as the map spells it. */
  file: string
  rawFile: string
  /** Both count from 1. */
  line: number
  column: number
  /** Where the generated position is within its mapping. */
  mapping: Original['mapping']
  /** Columns between the start of the mapping and the generated position. */
  offset: number
  inApp: boolean
  context?: ContextLine[]
  /** Says what is missing of the original. */
  reason?: Reason
}

export interface UnresolvedFrame {
  state: 'unresolved'
  reason: Reason
}

/** A frame whose original position is known, or why it is not. */
export type Located = LocatedFrame | { reason: Reason }

export interface LocatedFrame {
  frame: GeneratedFrame
  file: GeneratedFile
  original: Original
}
