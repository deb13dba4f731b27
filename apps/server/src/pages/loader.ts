import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Loader } from '@bugle/protocol'
import { type App, endpoint } from '../http/index.ts'
import { Refusal } from '../refusal.ts'

interface Build {
  directory: URL
  names: ReadonlySet<string>
}

/** Mounts the route that names the loader of this build with its digest: a page that has both runs these bytes or none. */
export function mountLoader(app: App, build: Build): void {
  const loader = findLoader(build)
  endpoint(app, {
    method: 'GET',
    url: '/api/sdk/loader',
    summary: 'Get the address and the digest of the loader',
    description:
      'For the script element of a page without a build. The loader names the digest of the script that it loads. Both stay at their addresses after an upgrade of the server.',
    tag: 'Service',
    access: 'public',
    response: Loader,
    refusals: ['not_found'],
    handler: async () => {
      if (loader === undefined) throw new Refusal('not_found')
      return loader
    },
  })
}

function findLoader({ directory, names }: Build): Loader | undefined {
  const name = [...names].find((name) => /^loader\.[0-9a-f]{12}\.js$/.test(name))
  if (name === undefined) return undefined
  const digest = createHash('sha384').update(readFileSync(new URL(name, directory)))
  return { path: `/sdk/${name}`, integrity: `sha384-${digest.digest('base64')}` }
}
