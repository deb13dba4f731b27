/** The HTTP endpoints of artifacts and uploads. */

export { type ArtifactDeps, mountArtifacts } from './routes.ts'
