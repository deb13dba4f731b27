/** Cache keys of the artifact queries; a shorter key matches all that begin with it. */
export const artifactKeys = {
  all: (projectId: string) => ['artifacts', projectId],
  list: (projectId: string, search: string) => ['artifacts', projectId, search],
}
