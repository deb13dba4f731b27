import { expect, it } from 'vitest'
import { checkOpenFiles, openFilesOf } from './open-files.ts'

const limits = (most: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             95966                95966                processes
Max open files            ${most.padEnd(21)}1048576              files
Max locked memory         8388608              8388608              bytes
`

it.each([
  ['256', 'warn'],
  ['4095', 'warn'],
  ['4096', 'ok'],
  ['unlimited', 'ok'],
])('%s open files: %s', (most, status) => {
  const [check, ...rest] = openFilesOf(limits(most))
  expect(rest).toEqual([])
  expect(check).toMatchObject({ name: 'open files', status })
  expect(check!.text).toContain(most)
})

it('says nothing where the system does not tell', () => {
  expect(openFilesOf('')).toEqual([])
})

it.runIf(process.platform === 'linux')('reads the limit of this process', async () => {
  expect(await checkOpenFiles()).toHaveLength(1)
})
