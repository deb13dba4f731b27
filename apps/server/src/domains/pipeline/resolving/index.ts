/** Groups events by their original stacks, where source maps or debug files resolve them. */

export { groupDetailsOf, readGroupDetails } from './group-details.ts'
export { createGroupResolver } from './group-resolver.ts'
export { groupingInputOf } from './grouping-input.ts'
export { originalTextOf } from './original-text.ts'
export { resolveGrouping } from './resolve-grouping.ts'
export { unpackStacks } from './resolved-stack.ts'
export { type StackSource, stackSourceOf } from './stack-source.ts'
export { symbolicationInputOf } from './symbolication-input.ts'
export { titleOf } from './title.ts'
