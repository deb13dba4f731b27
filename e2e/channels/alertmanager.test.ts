import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { request } from '../harness/account.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { AlertStage, untilFound } from './alert-stage.ts'

interface Alert {
  labels: Record<string, string>
  annotations: Record<string, string>
  status: { state: string }
}

describeWithTool('prometheus-alertmanager', 'a channel to Alertmanager', (alertmanager) => {
  const folder = mkdtempSync(join(tmpdir(), 'bugle-alertmanager-'))
  let child: ChildProcess
  let url: string
  let stage: AlertStage

  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const config = join(folder, 'alertmanager.yml')
    writeFileSync(config, 'route:\n  receiver: nobody\nreceivers:\n  - name: nobody\n')
    const args = [`--config.file=${config}`, `--storage.path=${folder}`, `--web.listen-address=127.0.0.1:${port}`]
    child = spawn(alertmanager, [...args, '--cluster.listen-address='], { stdio: 'ignore' })
    await untilFound('Alertmanager', async () => (await fetch(`${url}/-/ready`)).ok || undefined)
    stage = await AlertStage.open([new URL(url).host])
  })
  afterAll(async () => {
    child?.kill()
    await stage?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const alerts = async (): Promise<Alert[]> => (await fetch(`${url}/api/v2/alerts`)).json() as Promise<Alert[]>

  it('opens one alert for a rule in a project, and resolves it once its issues are', async () => {
    const channel = await stage.addChannel('alertmanager', { url })
    const ids = [await stage.report('FirstError'), await stage.report('SecondError')]
    const [alert] = await untilFound(`alert (${await stage.stateOf(channel)})`, async () => {
      const found = await alerts()
      return found.length > 0 ? found : undefined
    })
    expect(alert).toMatchObject({ labels: { alertname: 'Bugle' }, status: { state: 'active' } })
    expect(alert!.annotations.summary).toContain('in Web shop')
    for (const id of ids) await request(stage.account, 'PATCH', `/api/issues/${id}`, { status: 'resolved' })
    await untilFound('end of the alert', async () => ((await alerts()).length === 0 ? true : undefined))
    expect(await stage.stateOf(channel)).toBe('ok')
  })
})
