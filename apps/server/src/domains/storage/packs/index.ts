/** Packs: bodies of one project, moved out of segments and compressed together. */

export { type MoveStep, movePayloads } from './move-payloads.ts'
export { decodeDirectory, encodeDirectory, findInDirectory, type PackEntry } from './pack.ts'
export {
  countDeletions,
  countMovable,
  countObjects,
  type PackObject,
  queueDeletions,
  setInstallationId,
  takePacksOfProject,
} from './pack-object-store.ts'
export { inRows, type ObjectsState, PackObjects, type PayloadRow, type PlacedPayload } from './pack-objects.ts'
export { packSegments } from './pack-segments.ts'
export { dropEmptySegmentPartitions, dropSegments, findAgedDamaged } from './pack-store.ts'
export { deleteObjects, type Sweep, sweepOrphans } from './sweep-objects.ts'
export { addBytes, bytesByProject } from './unpacked-bytes.ts'
