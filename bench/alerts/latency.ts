import { startChannelReceiver } from '../../apps/server/test/channel-receiver.ts'
import { AlertStage } from '../../e2e/channels/alert-stage.ts'
import { pause } from '../../e2e/harness/built-server.ts'
import { type Latency, latencyOf } from '../load-order.ts'

/**
 * Measures the time from the acknowledgement of a new issue to the request that a webhook gets, with the usual settings: by
 * rules that gather changes first, and by urgent ones; milliseconds. Each issue has a channel of its own, so that none waits
 * for the pace.
 */
export async function measureLatency(issues: number): Promise<{ gathered: Latency; urgent: Latency }> {
  const service = await startChannelReceiver()
  const stage = await AlertStage.open([service.host], { BUGLE_ALERT_DELAY: '15s', BUGLE_ALERT_PACE: '1m' })
  try {
    const measure = async (isUrgent: boolean) => {
      const name = isUrgent ? 'urgent' : 'gathered'
      for (let number = 0; number < issues; number += 1)
        await stage.addChannel('webhook', { url: `${service.url}/${name}-${number}` }, `${name} ${number}`, {
          condition: `tag.number:${number} environment:${name}`,
          is_urgent: isUrgent,
        })
      const took: number[] = []
      for (let number = 0; number < issues; number += 1) {
        await stage.report(`${name}${number}Error`, { environment: name, tags: { number: String(number) } })
        const began = performance.now()
        void until(() => service.received.some(({ path }) => path === `/${name}-${number}`)).then(() =>
          took.push(performance.now() - began),
        )
        await pause(500 + Math.random() * 1000)
      }
      await until(() => took.length === issues)
      return latencyOf(took)
    }
    return { gathered: await measure(false), urgent: await measure(true) }
  } finally {
    await stage.close()
    await service.close()
  }
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await pause(10)
}
