import { pushDevice } from '../../lib/push'
import { queryClient } from '../../lib/queries'
import { api, currentSession, onSession, ownerOfSession } from '../../lib/session'
import { pushQuery } from './queries'

/**
 * Lets each session that begins take over the push subscription that an earlier one of the account made on this device, with
 * its choices. A failure is made up for at the next start.
 */
export function startPush(): () => void {
  let owner: string | undefined
  const adjust = () => {
    const { state } = currentSession()
    const next = state === 'in' ? ownerOfSession() : undefined
    if (next !== undefined && next !== owner) void takeOver()
    owner = next
  }
  adjust()
  return onSession(adjust)
}

async function takeOver(): Promise<void> {
  const endpoint = await pushDevice.endpoint().catch(() => undefined)
  if (endpoint === undefined) return
  const { data } = await api()
    .POST('/api/me/push/attach', { body: { endpoint } })
    .catch(() => ({ data: undefined }))
  if (data !== undefined) queryClient.setQueryData(pushQuery.queryKey, data.push)
}
