import { FolderObjectStore } from '../adapters/object-store-folder.ts'
import { S3ObjectStore } from '../adapters/object-store-s3.ts'
import type { ArchivePlace } from '../config.ts'
import type { ObjectStore } from '../ports/object-store.ts'

/** Limit of a request: nobody waits for it, and a part may be 16 MB. */
const requestMs = 60_000

/** Returns the store of an archive. */
export function archiveStoreOf(place: ArchivePlace): ObjectStore {
  return 'folder' in place ? new FolderObjectStore(place.folder) : new S3ObjectStore({ ...place, requestMs })
}
