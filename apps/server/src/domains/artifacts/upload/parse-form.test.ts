import { describe, expect, it } from 'vitest'
import { parseForm } from './parse-form.ts'

async function encoded(form: FormData): Promise<{ body: Buffer; type: string }> {
  const response = new Response(form)
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type')! }
}

function aForm(): FormData {
  const form = new FormData()
  form.append('release', '1.4.2')
  form.append('file', new Blob(['{"version":3}\r\n--x\r\n']), 'a "b" é.js.map')
  form.append('empty', '')
  return form
}

describe('a form', () => {
  it('is read in order, with its files', async () => {
    const { body, type } = await encoded(aForm())
    const parts = parseForm(body, type)!.map(({ name, filename, bytes }) => [name, filename, bytes.toString()])
    expect(parts).toEqual([
      ['release', undefined, '1.4.2'],
      ['file', 'a "b" é.js.map', '{"version":3}\r\n--x\r\n'],
      ['empty', undefined, ''],
    ])
  })

  it('is refused wherever it is cut, and never throws', async () => {
    const { body, type } = await encoded(aForm())
    const end = body.lastIndexOf('--') + 2
    for (let length = 0; length < end; length++) expect(parseForm(body.subarray(0, length), type)).toBeUndefined()
  })

  it('survives any changed byte', async () => {
    const { body, type } = await encoded(aForm())
    for (let at = 0; at < body.length; at++)
      for (const byte of [0, 10, 13, 34, 45, 255]) {
        const changed = Buffer.from(body)
        changed[at] = byte
        for (const { name, bytes } of parseForm(changed, type) ?? [])
          expect([typeof name, bytes.length <= body.length]).toEqual(['string', true])
      }
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'application/json'])(
    'needs a boundary: %s',
    (type) => {
      expect(parseForm(Buffer.from('--x\r\n\r\n\r\n--x--'), type)).toBeUndefined()
    },
  )
})
