import { type AlertPreviewBody, type AlertTrigger, alertTriggers, thresholdTriggers } from '@bugle/protocol'
import { request } from '../../e2e/harness/account.ts'
import { type Latency, latencyOf } from '../load-order.ts'
import { preload } from '../preload.ts'
import { startSubject } from '../subject.ts'

export interface PreviewFigures {
  list: Latency
  previews: { trigger: AlertTrigger; latency: Latency }[]
}

/** Measures the preview of a rule with each trigger, and the list of issues, over so many events of two weeks; in milliseconds. */
export async function measurePreviews(events: number, times: number): Promise<PreviewFigures> {
  const subject = await startSubject(1, { BUGLE_INGEST_RATE: '1000000' }, undefined)
  try {
    const size = { events, issues: 5000, seed: 1, connections: 64 }
    await preload(subject, size, (stored) => console.error(`${stored} events stored`))
    const { account, projects } = subject
    const [project] = projects
    const { organizations } = await request(account, 'GET', '/api/auth/me')
    const organization = organizations.find(({ name }) => name.startsWith('shops'))!.id
    const measure = async (ask: () => Promise<unknown>) => {
      const took: number[] = []
      for (let time = 0; time < times; time += 1) {
        const began = performance.now()
        await ask()
        took.push(performance.now() - began)
      }
      return latencyOf(took)
    }
    const previewOf = (trigger: AlertTrigger) => {
      const threshold = thresholdTriggers.includes(trigger)
        ? { count: 100, minutes: 60, times: 3, percent: 99 }
        : undefined
      const body: AlertPreviewBody = {
        triggers: [trigger],
        ...(threshold && { threshold }),
        project_ids: [project!.id],
      }
      return measure(() => request(account, 'POST', `/api/organizations/${organization}/alert-rules/preview`, body))
    }
    const previews: PreviewFigures['previews'] = []
    for (const trigger of alertTriggers) previews.push({ trigger, latency: await previewOf(trigger) })
    const list = await measure(() =>
      request(account, 'GET', `/api/projects/${project!.id}/issues?sparkline=24h&limit=50`),
    )
    return { list, previews }
  } finally {
    await subject.close()
  }
}
