import type { App } from '../../../http/index.ts'
import type { ObjectPayloads } from '../../objects/index.ts'
import { mountArtifactList } from './artifact-routes.ts'
import { mountUploads, type UploadDeps } from './upload-routes.ts'

export interface ArtifactDeps extends UploadDeps {
  /** Where originals are. */
  objects: ObjectPayloads
}

/** Mounts upload, list and deletion of a project's artifacts. */
export function mountArtifacts(app: App, deps: ArtifactDeps): void {
  mountUploads(app, deps)
  mountArtifactList(app, deps)
}
