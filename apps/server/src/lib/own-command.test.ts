import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ownCommand, ownCommandOf } from './own-command.ts'

const parent = mkdtempSync(join(tmpdir(), 'bugle-command-'))
afterAll(() => rmSync(parent, { recursive: true }))

function install(files: Record<string, string>): string {
  const home = mkdtempSync(join(parent, 'home-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  return home
}
const manifest = (name: string) => JSON.stringify({ name })

it('is the program of the package from npm', () => {
  const home = install({ 'node_modules/bugle-server/package.json': manifest('bugle-server') })
  expect(ownCommandOf(join(home, 'node_modules/bugle-server/dist/main.js'))).toEqual({
    help: 'npx bugle-server --help',
    admin: 'npx bugle-server admin',
  })
})

it('is a file in an archive or image', () => {
  const home = install({ 'apps/server/package.json': manifest('@bugle/server') })
  expect(ownCommandOf(join(home, 'apps/server/dist/http-main.js')).admin).toBe('node apps/server/dist/main.js admin')
})

it('is the program of the system where its package is installed', () => {
  expect(ownCommandOf('/usr/lib/bugle/apps/server/dist/main.js').admin).toBe('bugle-server admin')
})

it('is npm in a checkout, such as this one', () => {
  const home = install({ 'apps/server/package.json': manifest('@bugle/server'), 'scripts/start.mjs': '' })
  expect(ownCommandOf(join(home, 'apps/server/dist/main.js'))).toEqual(ownCommand)
  expect(ownCommand).toEqual({ help: 'npm start -- --help', admin: 'npm run admin --' })
})
