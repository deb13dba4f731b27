import { key } from './key.ts'

export const artifactKeys = {
  all: (projectId: string) => key('artifacts', projectId),
  list: (projectId: string, search: string) => key('artifacts', projectId, search),
}
