import type { Channel, ChannelKindName, NewAlertRuleBody } from '@bugle/protocol'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { sendEvent } from '../mobile/mobile-app.ts'

/** An installation with one account, whose channels lead to real services on this machine. */
export class AlertStage {
  readonly server: BuiltServer
  readonly account: Account
  readonly project: Project
  readonly organization: string

  private constructor(server: BuiltServer, account: Account, project: Project, organization: string) {
    this.server = server
    this.account = account
    this.project = project
    this.organization = organization
  }

  /** @param hosts hosts of services, with their ports */
  static async open(hosts: string[], environment: Record<string, string> = {}): Promise<AlertStage> {
    const server = await BuiltServer.install({
      BUGLE_OUTGOING_ALLOW: hosts.join(','),
      BUGLE_ALERT_DELAY: '1s',
      BUGLE_ALERT_PACE: '1s',
      ...environment,
    })
    server.start()
    await server.ready()
    const account = await register(server.url)
    const project = await createProject(account, 'Web shop')
    const { organizations } = await request(account, 'GET', '/api/auth/me')
    return new AlertStage(server, account, project, organizations[0]!.id)
  }

  /** Adds a channel, and a rule that notifies it of every new issue, or of those that `rule` says. */
  async addChannel(
    kind: ChannelKindName,
    config: Record<string, string>,
    name: string = kind,
    rule: Partial<NewAlertRuleBody> = {},
  ): Promise<Channel> {
    const { channel } = await request(this.account, 'POST', `/api/organizations/${this.organization}/channels`, {
      kind,
      name,
      config,
    })
    await request(this.account, 'POST', `/api/organizations/${this.organization}/alert-rules`, {
      name: `New, to ${name}`,
      triggers: ['issue.new'],
      channel_ids: [channel.id],
      notifies_recovery: true,
      ...rule,
    })
    return channel
  }

  /** Sends an event of an issue of its own. @returns the issue's id */
  async report(type: string, change: object = {}): Promise<string> {
    const response = await sendEvent(this.server.url, this.project, type, { fingerprint: [type], ...change })
    return ((await response.json()) as { issue_id: string }).issue_id
  }

  /** Says why a channel failed, for a test that waits for it. */
  async stateOf({ id }: Channel): Promise<string> {
    const { channels } = await request(this.account, 'GET', `/api/organizations/${this.organization}/channels`)
    const channel = channels.find((one) => one.id === id)
    return `${channel?.state} ${channel?.failure ?? ''}`.trim()
  }

  close(): Promise<void> {
    return this.server.remove()
  }
}

const timeoutMs = 120_000

/** Repeats a look at a service until it shows what is sought. */
export async function untilFound<T>(sought: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`there is no ${sought}`)
    await pause(200)
  }
}
