import { responseBody } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../../components/states'
import { showToast } from '../../components/toasts'
import { startFaults, stopFaults } from '../../lib/faults'
import { faultsAppId, faultsTarget, setFaultsTarget } from '../../lib/faults-target'
import { api, currentSession } from '../../lib/session'

/** Reports of this app's own faults: turning them on makes a project for them on the user's server. */
export function useReportFaults() {
  const client = useQueryClient()
  const [isOn, setIsOn] = useState(() => faultsTarget() !== undefined)
  const change = useMutation({
    mutationFn: async (next: boolean) => {
      if (!next) {
        setFaultsTarget(undefined)
        await stopFaults()
        return setIsOn(false)
      }
      const body = { name: 'Bugle app', app_id: faultsAppId }
      const { project, ingest_token: token } = await responseBody(api().POST('/api/projects', { body }))
      setFaultsTarget({ server: currentSession().server, projectId: project.id, token })
      await startFaults()
      setIsOn(true)
      await client.invalidateQueries({ queryKey: projectKeys.all })
    },
    onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
  })
  return { isOn, isBusy: change.isPending, change: (next: boolean) => change.mutate(next) }
}
