import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasDebianPostgres, startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { createProject, listIssues, type Project, register, report } from '../harness/account.ts'
import { adminCommand, runAdmin } from '../harness/admin.ts'
import { BuiltServer } from '../harness/built-server.ts'

// A project that goes to and fro between two database servers under load, by a command that is killed again and again.

const kills = process.env.BUGLE_LONG === '1' ? 40 : 20
const perSecond = 200

describe.runIf(hasDebianPostgres)('moves under load that are killed', () => {
  let second: Awaited<ReturnType<typeof startDebianPostgres>>
  let server: BuiltServer
  let environment: Record<string, string>

  beforeAll(async () => {
    second = await startDebianPostgres()
    environment = { BUGLE_BUCKETS: `second=${second.url}`, BUGLE_INGEST_RATE: '1000000' }
    server = await BuiltServer.install(environment)
    server.start()
    await server.ready()
  })
  afterAll(async () => {
    await server.remove()
    await second.stop()
  })

  /** Sends events of some kinds until it is stopped. @returns how many were acknowledged, and the statuses of the others */
  function load(project: Project) {
    const sent = { acknowledged: 0, refused: [] as number[] }
    const underWay = new Set<Promise<void>>()
    let isOver = false
    const sending = (async () => {
      for (let number = 0; !isOver; number++) {
        const type = `Error${'ABCDEFG'[number % 7]}`
        const response = report(server.url, project, type).then((status) => {
          underWay.delete(response)
          if (status === 202) sent.acknowledged++
          else sent.refused.push(status)
        })
        underWay.add(response)
        await pause(1000 / perSecond)
      }
    })()
    return {
      sent,
      stop: async () => {
        isOver = true
        await sending
        await Promise.all(underWay)
      },
    }
  }

  /** Begins to move the project, and kills the command after a while. @returns whether it had come to its end */
  async function moveAndKill(project: Project, to: string, afterMs: number): Promise<boolean> {
    const { command, args, env } = adminCommand(server, ['project', 'move', project.id, '--to', to], environment)
    const child = spawn(command, args, { env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
    const [code] = await ended
    clearTimeout(timer)
    return code === 0
  }

  it('lose nothing and count nothing twice', async () => {
    await runAdmin(server, ['bucket', 'add', 'second'], environment)
    const ann = await register(server.url, 'ann')
    const project = await createProject(ann, 'one')
    const { sent, stop } = load(project)
    let moved = 0
    const whereTo = ['second', 'main']
    for (let number = 0; number < kills; number++) {
      // From the beginning of the process to beyond the end of a move.
      const isDone = await moveAndKill(project, whereTo[moved % 2]!, 300 + (number * 2700) / kills)
      if (isDone) moved++
    }
    for (const to of ['second', 'main', 'second']) {
      const { status, stdout, stderr } = await runAdmin(
        server,
        ['project', 'move', project.id, '--to', to],
        environment,
      )
      expect([status, stderr], stdout).toEqual([0, ''])
    }
    await stop()
    expect(new Set(sent.refused)).toEqual(new Set([503]))
    expect(sent.acknowledged).toBeGreaterThan(kills * 10)
    const counted = async () => (await listIssues(ann, project)).reduce((sum, { count }) => sum + count, 0)
    await expect.poll(counted).toBe(sent.acknowledged)
    await pause(2000)
    expect(await counted()).toBe(sent.acknowledged)
  }, 600_000)
})
