import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Ajv } from 'ajv'
import { eventSchema } from './floor-schema.ts'

// The floor: the CPU time of the same events in a node:http server that does only the unavoidable. It reads, parses,
// validates, hashes type and top frames, makes ids, and responds; it stores nothing.

const validate = new Ajv({ allowUnionTypes: true }).compile(eventSchema)
const tokens = new Set(process.argv.slice(2))

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (!tokens.has(request.headers['x-service-token'] as string))
      return respond(401, '{"code":"invalid_ingest_token"}')
    const event = JSON.parse(Buffer.concat(chunks).toString()) as { exception_type: string; stack: string }
    if (!validate(event)) return respond(400, '{"code":"invalid_payload"}')
    const frames = event.stack
      .split('\n', 7)
      .slice(1)
      .join('\n')
      .replaceAll(/:\d+:\d+/g, '')
    const issue = createHash('sha256').update(event.exception_type).update(frames).digest('hex').slice(0, 32)
    respond(202, `{"event_id":"evt_1${randomUUID().replaceAll('-', '')}","issue_id":"iss_1${issue}"}`)
  })
  const respond = (status: number, body: string) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
process.on('disconnect', () => process.exit())
