/** Raw stack text of a runtime → frames. Pure, never throws, linear time, no dependencies. */
export type { Frame, ParsedStack } from './frame.ts'
export { framesOf, parseStack, type RawStack } from './parse-stack.ts'
