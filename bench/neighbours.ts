import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type Account, createProject, type Project, register } from '../e2e/harness/account.ts'
import { BuiltServer, pause } from '../e2e/harness/built-server.ts'
import { appId } from './events.ts'

// Usage: npx tsx bench/neighbours.ts [SECONDS] [ROUNDS]
// Measures the requests of an account while another one sends on 150 connections without a pause, beside the same requests
// without it, in turns on one server with its usual limits.

const connections = 150
/** Time between two requests of the measured account. */
const gapMs = 15

interface Wanted {
  name: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

type Order = { url: string; requests: Wanted[] }

function requestsOf({ token }: Account, { id }: Project): Wanted[] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const preview = JSON.stringify({
    exception_type: 'E',
    message: 'm',
    platform: 'node',
    app_id: appId,
    stack: 'E\n    at a (b.js:1:1)',
  })
  return [
    { name: 'list of issues', method: 'GET', path: `/api/projects/${id}/issues?limit=50` as const, headers },
    { name: 'change of the account', method: 'PATCH', path: '/api/me', headers, body: '{"name":"Ann"}' },
    {
      name: 'preview of grouping',
      method: 'POST',
      path: `/api/projects/${id}/grouping/preview` as const,
      headers,
      body: preview,
    },
  ]
}

function ingestOf({ ingestToken }: Project): Wanted {
  const body = JSON.stringify({ exception_type: 'E', message: 'm', platform: 'node', app_id: appId })
  return { name: 'ingest', method: 'POST', path: '/ingest', headers: { 'x-service-token': ingestToken }, body }
}

async function send(agent: Agent, url: string, { method, path, headers, body }: Wanted): Promise<number> {
  const sent = httpRequest(`${url}${path}`, { agent, method, headers }).end(body)
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

/** The process that floods: each connection sends its next request after a response. */
async function flood({ url, requests }: Order): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let answered = 0
  let refused = 0
  setInterval(() => process.send!({ answered, refused }), 1000)
  const sendOn = async (nth: number) => {
    for (let n = nth; ; n++) {
      const status = await send(agent, url, requests[n % requests.length]!).catch(() => 0)
      answered += 1
      if (status === 429) refused += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, nth) => sendOn(nth)))
}

interface Measured {
  /** Milliseconds. */
  times: number[]
  failures: Record<number, number>
}

async function measure(url: string, requests: Wanted[], seconds: number): Promise<Map<string, Measured>> {
  const agent = new Agent({ keepAlive: true })
  const measured = new Map(requests.map(({ name }) => [name, { times: [], failures: {} } as Measured]))
  const end = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < end; n++) {
    const wanted = requests[n % requests.length]!
    const { times, failures } = measured.get(wanted.name)!
    const began = performance.now()
    const status = await send(agent, url, wanted)
    times.push(performance.now() - began)
    if (status >= 400) failures[status] = (failures[status] ?? 0) + 1
    await pause(gapMs)
  }
  agent.destroy()
  return measured
}

function percentile(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)]!
}

const median = (values: number[]) => percentile(values, 0.5)

async function main(seconds: number, rounds: number): Promise<void> {
  const server = await BuiltServer.install({ BUGLE_API_RATE: '3000' })
  server.start()
  await server.ready()
  const [ann, eve] = [await register(server.url, 'ann'), await register(server.url, 'eve')]
  const [own, others] = [await createProject(ann, 'shop', appId), await createProject(eve, 'shop', appId)]
  const requests = [...requestsOf(ann, own), ingestOf(own)]
  const order: Order = { url: server.url, requests: requestsOf(eve, others) }
  await measure(server.url, requests, seconds)

  const ratios = new Map<string, number[]>(requests.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const quiet = await measure(server.url, requests, seconds)
    const flooder = fork(fileURLToPath(import.meta.url), ['flood', JSON.stringify(order)])
    let sent = { answered: 0, refused: 0 }
    flooder.on('message', (message) => (sent = message as typeof sent))
    await once(flooder, 'message')
    const beside = await measure(server.url, requests, seconds)
    flooder.kill()
    await once(flooder, 'exit')
    await pause(2000)
    console.log(`round ${round + 1}: ${sent.answered} requests of the flood, ${sent.refused} refused`)
    for (const [name, { times }] of quiet) {
      const { times: flooded, failures } = beside.get(name)!
      const ratio = percentile(flooded, 0.95) / percentile(times, 0.95)
      ratios.get(name)!.push(ratio)
      const figures = [0.5, 0.95].map(
        (share) => `${percentile(times, share).toFixed(1)} → ${percentile(flooded, share).toFixed(1)} ms`,
      )
      console.log(
        `  ${name}: p50 ${figures[0]}, p95 ${figures[1]} (× ${ratio.toFixed(2)}), failed ${JSON.stringify(failures)}`,
      )
    }
  }
  for (const [name, all] of ratios) console.log(`${name}: p95 × ${median(all).toFixed(2)}`)
  await server.remove()
}

if (process.argv[2] === 'flood') await flood(JSON.parse(process.argv[3]!) as Order)
else await main(Number(process.argv[2] ?? 8), Number(process.argv[3] ?? 3))
