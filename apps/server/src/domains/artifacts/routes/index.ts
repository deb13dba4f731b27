/** The HTTP endpoints of artifacts and uploads. */

export { mountArtifacts } from './routes.ts'
