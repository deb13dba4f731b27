import { mayDo, type Role } from '@bugle/protocol/vocabulary'
import { useState } from 'react'
import { Restricted } from '../../components/restricted.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { Channels } from './channels.tsx'
import { type AlertsHome, AlertsHomeContext } from './home.ts'
import { Incidents } from './incidents.tsx'
import { Rules } from './rules.tsx'

interface AlertsProps {
  organization: { id: string; role: Role }
  projects: AlertsHome['projects']
  projectId?: string
}

/** Rules, what they found, and the channels that are notified: of an organization, or the part of one of its projects. */
export function Alerts({ organization: { id, role }, projects, projectId }: AlertsProps) {
  const mayChange = mayDo(role, 'alert:write')
  const [isAdding, setAdding] = useState(false)
  const addChannel = () => setAdding(true)
  return (
    <AlertsHomeContext value={{ organizationId: id, projectId, projects, mayChange }}>
      <div className="grid min-w-0 gap-10">
        {!mayChange && <Restricted />}
        <Rules onAddChannel={addChannel} />
        <Incidents />
        <Channels onAdd={addChannel} />
      </div>
      {isAdding && <ChannelDialog channel={undefined} onClose={() => setAdding(false)} />}
    </AlertsHomeContext>
  )
}
