// Usage: import { describeBill } from './sbom.mjs'
//
// A bill of materials in CycloneDX: what the server contains and loads. A tool that reads node_modules alone would name hundreds of packages
// that only build it, and could not tell which of them the bundles contain.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootPath } from '../install.mjs'
import { shippedPackages } from '../notices/notices.mjs'

/**
 * Describes the built server; the same build gives the same text.
 *
 * @param {string} version
 */
export function describeBill(version) {
  const { description, license, repository } = JSON.parse(readFileSync(join(rootPath, 'package.json'), 'utf8'))
  const hashOf = lockedHashes()
  const components = shippedPackages().map((one) => {
    const purl = `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`
    const content = hashOf(one)
    return {
      type: 'library',
      'bom-ref': purl,
      name: one.name,
      version: one.version,
      ...(content === undefined ? {} : { hashes: [{ alg: 'SHA-512', content }] }),
      licenses: [{ expression: one.license }],
      purl,
    }
  })
  const product = {
    type: 'application',
    'bom-ref': `pkg:npm/bugle-server@${version}`,
    name: 'bugle-server',
    version,
    description,
    licenses: [{ expression: license }],
    purl: `pkg:npm/bugle-server@${version}`,
    externalReferences: [{ type: 'vcs', url: repository.url }],
  }
  const dependencies = [
    { ref: product['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) },
    ...components.map((one) => ({ ref: one['bom-ref'] })),
  ]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: product },
    components,
    dependencies,
  }
}

/** Reads the hashes of the packages as the registry has them, from the lock files. */
function lockedHashes() {
  const hashes = new Map()
  for (const file of ['package-lock.json', 'apps/mobile/package-lock.json'])
    for (const [path, { version, integrity }] of Object.entries(
      JSON.parse(readFileSync(join(rootPath, file), 'utf8')).packages,
    )) {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      if (integrity?.startsWith('sha512-'))
        hashes.set(`${name}@${version}`, Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'))
    }
  return ({ name, version }) => hashes.get(`${name}@${version}`)
}
