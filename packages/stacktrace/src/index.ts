/** Raw stack text of a runtime → frames and causes. Pure, never throws, linear time, no dependencies. */
export type { Cause, Engine, Frame, ParsedStack, Relation } from './frame.ts'
export { parseFrameObject } from './frame-object.ts'
export { parseStack, type RawStack, type StackHints } from './parse-stack.ts'
