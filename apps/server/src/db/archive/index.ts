/**
 * The archive of the embedded database (BUGLE_ARCHIVE): a base of its files once a day, and its write-ahead log as it comes, from
 * which any moment between can be restored.
 *
 * Files: layout (objects of an archive), archiver (runs beside the database: ship-log,
 * take-base, keep-archive); restore-base and serve-log restore.
 */
export { Archiver } from './archiver.ts'
export { clusterIdOf } from './cluster-id.ts'
export { ArchiveError, type Base, listBases, ownerOf, readBase, segmentBytes } from './layout.ts'
export { findBase, restoreBase } from './restore-base.ts'
export { serveLog } from './serve-log.ts'
export { waitingLog } from './ship-log.ts'
