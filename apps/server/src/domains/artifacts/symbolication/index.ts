/** Resolves frames to original positions, names and source lines. */

export { type SymbolicatedFrame, withOriginals } from './debug-file-reader.ts'
export { SymbolReader } from './symbol-reader.ts'
