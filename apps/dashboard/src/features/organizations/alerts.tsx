import { mayDo } from '@bugle/protocol/vocabulary'
import { AlertRules } from './alert-rules.tsx'
import { Channels } from './channels.tsx'
import type { Organization } from './queries.ts'

/** Channels of an organization, and the rules that notify them. */
export function Alerts({ organization: { id, role } }: { organization: Organization }) {
  const mayChange = mayDo(role, 'alert:write')
  return (
    <>
      <Channels organizationId={id} mayChange={mayChange} />
      <AlertRules organizationId={id} mayChange={mayChange} />
    </>
  )
}
