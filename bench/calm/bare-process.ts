import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import pg from 'pg'

// A process of the bare pipeline (bare-pipeline.ts): as an event passes through Bugle, without anything that Bugle does
// with it. `ingest` stores a request with one statement and announces it; `digest` takes what is there with the given
// number of statements, at Bugle's pace.

const [role, connection = '{}', statements = '0'] = process.argv.slice(2)
const paceMs = 300
const channel = 'bare_segments'

process.on('disconnect', () => process.exit())
const pool = new pg.Pool({ ...JSON.parse(connection), max: role === 'ingest' ? 2 : 1 })
if (role === 'ingest') ingest()
else await digest(Number(statements))

function ingest(): void {
  let pausesUntil = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks)
      const { exception_type, stack } = JSON.parse(body.toString()) as { exception_type: string; stack: string }
      const group = createHash('sha256').update(exception_type).update(stack).digest('hex').slice(0, 32)
      const payload = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
      const isDue = performance.now() >= pausesUntil
      if (isDue) pausesUntil = performance.now() + 0.4 * paceMs
      await pool.query({
        name: isDue ? 'announced' : 'stored',
        text: `with s as (insert into bare.segments (payload) values ($1) returning id),
                    q as (insert into bare.queue select id from s)
               select ${isDue ? `pg_notify('${channel}', '')` : '1'}`,
        values: [payload],
      })
      const text = `{"event_id":"evt_1${group}","issue_id":"iss_1${group}"}`
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.end(text)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
}

async function digest(count: number): Promise<void> {
  const listener = new pg.Client(JSON.parse(connection))
  const client = await pool.connect()
  await listener.connect()
  await listener.query(`listen ${channel}`)
  let isDue = false
  let isWaiting = false
  let restsUntil = 0
  listener.on('notification', () => {
    isDue = true
    if (!isWaiting) wait()
  })
  process.send!(0)

  function wait(): void {
    isWaiting = true
    setTimeout(() => void round(), restsUntil - performance.now())
  }

  async function round(): Promise<void> {
    restsUntil = performance.now() + paceMs
    isDue = false
    await client.query({ name: 'begin', text: 'begin' })
    const claimed = await client.query<{ id: string }>({ name: 'claim', text: 'delete from bare.queue returning id' })
    const { rows } = await client.query<{ payload: Buffer }>({
      name: 'read',
      text: 'select payload from bare.segments where id = any($1::int8[])',
      values: [claimed.rows.map(({ id }) => id)],
    })
    for (const { payload } of rows) JSON.parse(brotliDecompressSync(payload).toString())
    for (let table = 0; table < count; table++)
      await client.query({
        name: `count ${table}`,
        text: `insert into bare.counts_${table} as c (id, n) values ($1, $2) on conflict (id) do update set n = c.n + excluded.n`,
        values: [Math.floor(Math.random() * 600), rows.length],
      })
    await client.query({ name: 'commit', text: 'commit' })
    isWaiting = false
    if (isDue) wait()
  }
}
