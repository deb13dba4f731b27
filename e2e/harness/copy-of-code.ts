import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Copies the code as a new user has it: installed, not built. */
export function copyCode(): { directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'bugle-code-'))
  for (const name of [
    'apps',
    'deploy',
    'packages',
    'sdks',
    'scripts',
    'docs/stack-still-minified.md',
    'docs/openapi.json',
    'docs/sdk-dart.md',
    'docs/self-hosting.md',
    'CHANGELOG.md',
    'LICENSE',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])
    cpSync(join(repository, name), join(directory, name), {
      recursive: true,
      filter: (path) => !['dist', 'node_modules'].includes(basename(path)),
    })
  symlinkSync(join(repository, 'node_modules'), join(directory, 'node_modules'))
  return { directory, remove: () => rmSync(directory, { recursive: true }) }
}
