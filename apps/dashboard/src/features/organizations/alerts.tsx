import { mayDo } from '@bugle/protocol/vocabulary'
import { AlertRules } from './alert-rules.tsx'
import { Channels } from './channels.tsx'
import type { Organization } from './queries.ts'

/** Alert rules and channels of an organization. */
export function Alerts({ organization: { id, role } }: { organization: Organization }) {
  const mayChange = mayDo(role, 'alert:write')
  return (
    <>
      <AlertRules organizationId={id} mayChange={mayChange} />
      <Channels organizationId={id} mayChange={mayChange} />
    </>
  )
}
