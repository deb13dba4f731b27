import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bareServer } from './testing/bare-server.ts'

const long = { issues: Array.from({ length: 200 }, (_, at) => ({ id: `iss_${at}`, title: 'TypeError: x is null' })) }

async function serve() {
  const app = await bareServer()
  const schema = { hide: true }
  app.get('/long', { schema }, async () => long)
  app.get('/short', { schema }, async () => ({ issues: [] }))
  app.get('/text', { schema }, (_, reply) => reply.type('text/plain').send('x'.repeat(5000)))
  return (url: string, encodings?: string) =>
    app.inject({ url, ...(encodings === undefined ? {} : { headers: { 'accept-encoding': encodings } }) })
}

it('compresses a long response with the best coding that the client accepts', async () => {
  const request = await serve()
  const best = await request('/long', 'gzip, deflate, br')
  expect(best.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'content-length': String(best.rawPayload.length),
  })
  expect(JSON.parse(String(brotliDecompressSync(best.rawPayload)))).toEqual(long)
  expect(best.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 5)
  const other = await request('/long', 'br;q=0, gzip;q=0.5')
  expect(other.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(String(gunzipSync(other.rawPayload)))).toEqual(long)
})

it('sends a response as it is if it is short or not JSON, or if the client accepts no coding', async () => {
  const request = await serve()
  const plain = await request('/long')
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding'])
  expect(plain.json()).toEqual(long)
  for (const url of ['/short', '/text']) expect((await request(url, 'br')).headers['content-encoding']).toBeUndefined()
})
