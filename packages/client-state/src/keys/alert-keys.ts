import { key } from './key.ts'

export const alertKeys = {
  channels: (organization: string) => key('organizations', organization, 'channels'),
  rules: (organization: string) => key('organizations', organization, 'alert-rules'),
}
