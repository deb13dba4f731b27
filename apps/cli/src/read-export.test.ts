import { expect, it } from 'vitest'
import { readExport } from './read-export.ts'

const key = '0123456789abcdef0123456789abcdef'
const uuid = '01234567-89ab-cdef-0123-456789abcdef'

it('reads an export of Sentry', () => {
  const rows = [
    { model: 'sentry.organization', pk: 1, fields: { name: 'Acme' } },
    { model: 'sentry.project', pk: 4504, fields: { name: 'Shop', slug: 'shop', platform: 'python', status: 0 } },
    { model: 'sentry.project', pk: 4505, fields: { name: 'Gone', slug: 'gone', status: 2 } },
    { model: 'sentry.projectkey', pk: 1, fields: { project: 4504, label: 'Default', public_key: key, status: 0 } },
    {
      model: 'sentry.projectkey',
      pk: 2,
      fields: { project: 4504, label: 'Off', public_key: '1'.repeat(32), status: 1 },
    },
  ]
  expect(readExport(JSON.stringify(rows))).toEqual([
    { name: 'Shop', slug: 'shop', number: 4504, platform: 'python', keys: [{ label: 'Default', key }] },
  ])
})

it('reads a dump of GlitchTip', () => {
  const rows = [
    { model: 'projects.projectkey', pk: 1, fields: { project: 7, public_key: uuid, name: '', is_active: true } },
    { model: 'projects.project', pk: 7, fields: { name: 'Shop', slug: 'shop', platform: 'javascript' } },
  ]
  expect(readExport(JSON.stringify(rows))).toMatchObject([{ number: 7, keys: [{ label: 'Imported', key }] }])
})

it('reads a dump of Bugsink', () => {
  const rows = [{ model: 'projects.project', pk: 2, fields: { name: 'Shop', slug: 'shop', sentry_key: uuid } }]
  expect(readExport(JSON.stringify(rows))).toMatchObject([{ name: 'Shop', number: 2, keys: [{ key }] }])
})

it.each(['{}', 'null', '[', '"x"'])('refuses %s', (text) => expect(() => readExport(text)).toThrow(SyntaxError))

it('passes over rows of another form', () => {
  expect(
    readExport('[null, 1, {"model":"projects.project"}, {"model":"projects.project","pk":1,"fields":{"name":""}}]'),
  ).toEqual([])
})
