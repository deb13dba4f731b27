/** Parses raw stack text of any runtime into frames and causes. Pure, linear, without dependencies; never throws. */
export type { Cause, Engine, Frame, ParsedStack, Relation } from './frame.ts'
export { parseFrameObject } from './frame-object.ts'
export { isInApp } from './in-app.ts'
export { parseStack, type RawStack, type StackHints } from './parse-stack.ts'
