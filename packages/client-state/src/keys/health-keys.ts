import { key } from './key.ts'

export const healthKeys = {
  releases: (projectId: string) => key('health', projectId, 'releases'),
  monitors: (projectId: string) => key('health', projectId, 'monitors'),
  feedback: (projectId: string) => key('health', projectId, 'feedback'),
  feedbackOf: (projectId: string, issueId: string | undefined) => key('health', projectId, 'feedback', issueId),
}
