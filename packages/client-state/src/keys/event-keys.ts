import { key } from './key.ts'

export const eventKeys = {
  detail: (id: string, search: string | undefined) => key('event', id, search),
  oldest: (issueId: string) => key('oldest-event', issueId),
  list: (issueId: string, search: string | undefined) => key('events', issueId, search),
}
