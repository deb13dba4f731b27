// Usage: import { actionlint, helm, installGoTool, nfpm } from './go-tools.mjs'
//
// Programs from Go modules, compiled where they are needed: to make packages of Debian and Red Hat, and to check charts and workflows.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { rootPath } from './install.mjs'
import { fillOnce } from './runtimes.mjs'

/** Writes .deb and .rpm without their build tools. */
export const nfpm = { package: 'github.com/goreleaser/nfpm/v2/cmd/nfpm', version: 'v2.45.2' }
/** Renders and checks deploy/helm. */
export const helm = { package: 'helm.sh/helm/v3/cmd/helm', version: 'v3.20.2' }
/** Checks .github/workflows. */
export const actionlint = { package: 'github.com/rhysd/actionlint/cmd/actionlint', version: 'v1.7.12' }

/**
 * Compiles a program into a folder of its own, where later runs find it. Go's checksum database vouches for its sources.
 *
 * @param {{ package: string, version: string }} tool
 * @returns {{ path: string } | { missing: string }} its path, or the error
 */
export function installGoTool({ package: name, version }) {
  const program = name.slice(name.lastIndexOf('/') + 1)
  const directory = join(rootPath, 'node_modules/.cache/bugle-programs', `${program}-${version}`)
  const missing = fillOnce(directory, (unfinished) => {
    const env = { ...process.env, GOBIN: unfinished }
    const { status, error, stderr } = spawnSync('go', ['install', `${name}@${version}`], { env, encoding: 'utf8' })
    return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').slice(-3).join(' '))
  })
  return missing === undefined ? { path: join(directory, program) } : { missing }
}
