// Usage: import { sendThroughDart, sendThroughPhp } from './other-languages.mjs'
//
// The SDKs of other languages, taken from a server as a program would: it is the repository of its own version.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dart, installRuntime } from '../runtimes.mjs'

/**
 * A server that runs, with a project of its own.
 *
 * @typedef {{ url: string, ingestToken: string, get: (url: string) => Promise<Response>, count: (type: string) => Promise<void> }} Server
 */

/**
 * Requires the PHP client from the server's Composer repository, and reports an error by it.
 *
 * @param {Server} server
 * @param {string} folder an empty one
 * @param {string} version
 * @param {string} appId
 * @returns {Promise<string>} what came of it
 */
export async function sendThroughPhp(server, folder, version, appId) {
  for (const program of ['php', 'composer'])
    if (spawnSync(program, ['--version']).error !== undefined) return `not installed: no ${program} here`
  const manifest = {
    repositories: [{ type: 'composer', url: `${server.url}/sdk/composer` }, { 'packagist.org': false }],
    require: { 'bugle/bugle-php': version },
    config: { 'secure-http': false },
  }
  writeFileSync(join(folder, 'composer.json'), JSON.stringify(manifest))
  const env = { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_HOME: join(folder, '.composer') }
  execFileSync('composer', ['install', '--no-interaction', '--quiet'], { cwd: folder, env, stdio: 'pipe' })
  const options = [
    ['token', server.ingestToken],
    ['endpoint', server.url],
    ['appId', appId],
  ]
  const code = `require 'vendor/autoload.php';
    class RehearsalOfPhp extends Exception {}
    Bugle\\Bugle::init([${options.map(([name, value]) => `'${name}' => '${value}'`).join(', ')}]);
    Bugle\\Bugle::captureException(new RehearsalOfPhp('m'));
    exit(Bugle\\Bugle::flush(10000) ? 0 : 1);`
  execFileSync('php', ['-r', code], { cwd: folder, stdio: 'pipe' })
  await server.count('RehearsalOfPhp')
  return 'one event counted'
}

/**
 * Takes the Dart client from the server's pub repository, as its protocol says, and reports an error by it.
 *
 * @param {Server} server
 * @param {string} folder an empty one
 * @param {string} version
 * @param {string} appId
 * @returns {Promise<string>} what came of it
 */
export async function sendThroughDart(server, folder, version, appId) {
  const response = await server.get(`${server.url}/sdk/pub/api/packages/bugle`)
  const { latest } = await response.json()
  if (latest.version !== version) throw new Error(`the server has version ${latest.version}`)
  const archive = Buffer.from(await (await server.get(latest.archive_url)).arrayBuffer())
  const hash = createHash('sha256').update(archive).digest('hex')
  if (hash !== latest.archive_sha256) throw new Error('the archive is another')
  const unpacked = join(folder, 'bugle')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', '-', '-C', unpacked], { input: archive })
  const vm = installRuntime(dart)
  if ('missing' in vm || spawnSync(vm.path, ['--version']).status !== 0) return 'taken; no Dart here to run it'
  const packages = join(folder, 'package_config.json')
  const own = { name: 'bugle', rootUri: pathToFileURL(unpacked).href, packageUri: 'lib/', languageVersion: '3.3' }
  writeFileSync(packages, JSON.stringify({ configVersion: 2, packages: [own] }))
  const program = join(folder, 'main.dart')
  writeFileSync(
    program,
    `import 'package:bugle/bugle.dart';

class RehearsalOfDart implements Exception {}

Future<void> main() async {
  Bugle.init(const BugleOptions(token: '${server.ingestToken}', endpoint: '${server.url}', appId: '${appId}'));
  Bugle.captureException(RehearsalOfDart());
  await Bugle.flush(const Duration(seconds: 10));
}
`,
  )
  execFileSync(vm.path, [`--packages=${packages}`, program], { cwd: folder, stdio: 'pipe' })
  await server.count('RehearsalOfDart')
  return 'one event counted'
}
