import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { freePort } from './free-port.mjs'

const isLinux = process.platform === 'linux'

/** In another process, which holds them until its input ends. */
const choosing = `
  import { freePort } from ${JSON.stringify(new URL('free-port.mjs', import.meta.url).href)}
  const ports = []
  for (let n = 0; n < 400; n += 1) ports.push(await freePort())
  console.log(ports.join())
  process.stdin.resume()`

describe.runIf(isLinux)('a port that is chosen for later', () => {
  it('is none that the system gives to whoever asks for any', async ({ skip }) => {
    const [lowest] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/).map(Number)
    if (lowest! < 32_000) skip(`this system gives ports from ${lowest} on`)
    expect(await freePort()).toBeLessThan(lowest!)
  })

  it('is not chosen again while its process runs, whoever chooses', async () => {
    const other = spawn(process.execPath, ['--input-type=module', '-e', choosing], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    try {
      const [chosen] = (await once(other.stdout, 'data')) as [Buffer]
      const ports = String(chosen).trim().split(',').map(Number)
      for (let n = 0; n < 400; n += 1) ports.push(await freePort())
      expect(new Set(ports).size).toBe(800)
    } finally {
      other.kill()
    }
  })
})
