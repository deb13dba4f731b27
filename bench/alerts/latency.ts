import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startChannelReceiver } from '../../apps/server/test/channel-receiver.ts'
import { AlertStage } from '../../e2e/channels/alert-stage.ts'
import { request } from '../../e2e/harness/account.ts'
import { pause } from '../../e2e/harness/built-server.ts'
import { type Latency, latencyOf } from '../load-order.ts'

export interface AlertLatency {
  gathered: Latency
  urgent: Latency
  /** Urgent ones, beside a channel that never answers, one that answers 500 and one 429, all of the same organization. */
  besideFaulty: Latency
  /** Milliseconds from the request for a new password to its mail, beside the same. */
  passwordMail: number
}

/**
 * Measures the time from the acknowledgement of a new issue to the request that a webhook gets, with the usual settings: by
 * rules that gather changes first, and by urgent ones; milliseconds. Each issue has a channel of its own, so that none waits
 * for the pace.
 */
export async function measureLatency(issues: number): Promise<AlertLatency> {
  const service = await startChannelReceiver()
  const stage = await AlertStage.open([service.host], { BUGLE_ALERT_DELAY: '15s', BUGLE_ALERT_PACE: '1m' })
  try {
    const measure = async (name: string, isUrgent: boolean) => {
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
    const gathered = await measure('gathered', false)
    const urgent = await measure('urgent', true)
    const answers = { hanging: 'never', failing: { status: 500 }, busy: { status: 429 } } as const
    for (const [name, answer] of Object.entries(answers)) {
      service.answer(`/${name}`, ...Array(10_000).fill(answer))
      await stage.addChannel('webhook', { url: `${service.url}/${name}` }, name, { is_urgent: true })
    }
    const besideFaulty = await measure('beside', true)
    return { gathered, urgent, besideFaulty, passwordMail: await mailLatency(stage) }
  } finally {
    await stage.close()
    await service.close()
  }
}

async function mailLatency({ server, account }: AlertStage): Promise<number> {
  const outbox = join(server.dataDirectory, 'outbox')
  const mails = () => (existsSync(outbox) ? readdirSync(outbox).length : 0)
  const before = mails()
  const began = performance.now()
  await request(account, 'POST', '/api/auth/password/forgot', { email: account.email })
  await until(() => mails() > before)
  return performance.now() - began
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await pause(10)
}
