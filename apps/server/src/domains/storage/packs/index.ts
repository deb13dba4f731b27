/** Packs: bodies of one project, moved out of segments and compressed together. */

export { decodeDirectory, encodeDirectory, findInDirectory, type PackEntry } from './pack.ts'
export { packSegments } from './pack-segments.ts'
export { dropEmptySegmentPartitions, dropSegments, findAgedDamaged } from './pack-store.ts'
export { addBytes, bytesByProject } from './unpacked-bytes.ts'
