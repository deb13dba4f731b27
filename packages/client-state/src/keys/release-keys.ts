import { key } from './key.ts'

export const releaseKeys = {
  list: (projectId: string) => key('releases', projectId, 'list'),
  detail: (projectId: string, version: string) => key('releases', projectId, 'detail', version),
}
