import { key } from './key.ts'

export const alertKeys = {
  channels: (organization: string) => key('organizations', organization, 'channels'),
  deliveries: (organization: string, channel: string) =>
    key('organizations', organization, 'channels', channel, 'deliveries'),
  rules: (organization: string) => key('organizations', organization, 'alert-rules'),
  preview: (organization: string, body: object) => key('organizations', organization, 'alert-rules', 'preview', body),
  /** All lists of incidents, however they are filtered. */
  incidents: (organization: string) => key('organizations', organization, 'incidents'),
  incidentsOf: (organization: string, filter: object) => key('organizations', organization, 'incidents', filter),
}
