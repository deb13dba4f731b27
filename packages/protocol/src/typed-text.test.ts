import { expect, it } from 'vitest'
import * as protocol from './index.ts'

interface Schema {
  $id?: string
  type?: string
  enum?: string[]
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Texts of bodies that may hold marks of direction, and why nothing is forged by them. */
const mayBeMarked = {
  'a secret, which is never shown': /password$|\.code$|(^|\.)token$|totp_token$|verifier$|credential\./,
  'an id, which is looked up': /_ids?\[\]$|\.ids\[\]$|mentions\[\]$|endpoint$|fingerprints\[\]$|debug_id$/,
  'checked against what there is': /^DeleteOrganizationBody\.name$|^LoginBody\.email$|time_zone$|timezone$|schedule$/,
  searches: /query$|filter\./,
  'sent by programs, marked where it is shown': /^(PutRelease|AddDeploy|BeginUpload|Symbolicate)Body\./,
  'of several lines, marked where it is shown': /^CommentBody\.text$/,
}

/** Every text of a schema, by its path. */
function textsOf(schema: Schema, path: string): [path: string, schema: Schema][] {
  const parts = [
    ...(schema.anyOf ?? []).map((part) => [part, path] as const),
    ...Object.entries(schema.properties ?? {}).map(([name, part]) => [part, `${path}.${name}`] as const),
    ...(schema.items === undefined ? [] : [[schema.items, `${path}[]`] as const]),
  ]
  const own = schema.type === 'string' && schema.enum === undefined && schema.format === undefined
  return [
    ...(own ? [[path, schema] as [string, Schema]] : []),
    ...parts.flatMap(([part, place]) => textsOf(part, place)),
  ]
}

const bodies = Object.values(protocol)
  .map((one) => one as Schema)
  .filter((one) => typeof one === 'object' && /^(?!Error|SentryError).*Body$/.test(one.$id ?? ''))

it('takes no marks of direction where people name something, by which a name would rewrite what stands beside it', () => {
  expect(bodies.length).toBeGreaterThan(40)
  const open = bodies
    .flatMap((body) => textsOf(body, body.$id!))
    .filter(([, { pattern }]) => pattern === undefined || new RegExp(pattern, 'u').test('com.\u202Egnp.exe'))
    .map(([path]) => path)
    .filter((path) => !Object.values(mayBeMarked).some((known) => known.test(path)))
  expect(open).toEqual([])
})
