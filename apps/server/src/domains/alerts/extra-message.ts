import type { Queryable } from '../../db/database.ts'
import { counted } from '../../lib/amounts.ts'
import { type ChannelMessage, type Delivery, type ExtraEvent, messageText } from '../channels/index.ts'
import { findEntries, toEntry } from '../organizations/index.ts'
import type { Frame } from './frame.ts'
import { findIncidentsById } from './incident-store.ts'
import { incidentOf } from './incident-view.ts'
import { plainMessage } from './project-message.ts'

/** Writes what a webhook asks for beside the messages of rules: incidents, or entries of the audit trail; undefined if they are gone. */
export async function extraMessage(
  db: Queryable,
  { event, deliveries }: { event: ExtraEvent; deliveries: readonly Delivery[] },
  frame: Frame,
  organizationId: string,
): Promise<ChannelMessage | undefined> {
  const isAudit = event === 'audit.entry'
  const subjects = deliveries.map(({ subject }) => subject)
  const found = isAudit
    ? { entries: (await findEntries(db, organizationId, subjects.map(Number))).map(toEntry) }
    : { incidents: (await findIncidentsById(db, projectsOf(deliveries), subjects)).map(incidentOf) }
  const count = 'entries' in found ? found.entries.length : found.incidents.length
  if (count === 0) return undefined
  const page = `${frame.url}/organizations/${frame.organizationId}/${isAudit ? 'audit' : 'alerts'}`
  const link = { text: isAudit ? 'Open the audit trail' : 'Open the incidents', url: page }
  const message = plainMessage(frame, { event, at: frame.now, link })
  message.title = messageText(titleOf(event, count), 120)
  message.state = event === 'incident.recovered' ? 'recovered' : 'firing'
  message.data = found
  return message
}

function titleOf(event: ExtraEvent, count: number): string {
  if (event === 'audit.entry') return counted(count, 'entry of the audit trail', 'entries of the audit trail')
  const incidents = counted(count, 'incident', 'incidents')
  return event === 'incident.firing' ? `${incidents} firing` : `${incidents} recovered`
}

function projectsOf(deliveries: readonly Delivery[]): number[] {
  return [...new Set(deliveries.flatMap(({ projectId }) => projectId ?? []))]
}
