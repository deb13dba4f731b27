// Usage: import { buildPhp } from './build-php.mjs'
//
// Packs the PHP packages as a Composer repository: sdks/php/<name> as published, without tests, and packages.json.
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from './pack.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const packages = ['core', 'laravel', 'symfony']
/** Files and folders of a package; not every package has all of them. */
const parts = ['autoload.php', 'composer.json', 'config', 'README.md', 'src']

/**
 * Writes packages.json and an archive per package. The archives' URLs are relative to packages.json: the server
 * completes them with the address that it is reached by.
 *
 * @param {string} directory
 */
export async function buildPhp(directory) {
  await mkdir(directory, { recursive: true })
  const source = await readFile(join(root, 'sdks/php/core/src/Version.php'), 'utf8')
  const version = /VERSION = '([^']+)'/.exec(source)[1]
  const listed = {}
  for (const name of packages) {
    const described = JSON.parse(await readFile(join(root, 'sdks/php', name, 'composer.json'), 'utf8'))
    const archive = await archiveOf(name)
    const reference = createHash('sha256').update(archive).digest('hex').slice(0, 12)
    const file = `${described.name.replace('/', '-')}-${version}.${reference}.tgz`
    await writeFile(join(directory, file), archive)
    const shasum = createHash('sha1').update(archive).digest('hex')
    listed[described.name] = {
      [version]: { ...described, version, dist: { type: 'tar', url: file, reference, shasum } },
    }
  }
  await writeFile(join(directory, 'packages.json'), `${JSON.stringify({ packages: listed }, null, 2)}\n`)
}

async function archiveOf(name) {
  const directory = await mkdtemp(join(tmpdir(), 'bugle-pack-'))
  try {
    for (const part of parts)
      await cp(join(root, 'sdks/php', name, part), join(directory, part), { recursive: true }).catch((error) => {
        if (error.code !== 'ENOENT') throw error
      })
    await cp(join(root, 'LICENSE'), join(directory, 'LICENSE'))
    return await pack(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}
