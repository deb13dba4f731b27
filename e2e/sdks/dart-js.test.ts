import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EventView } from '@bugle/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dartScript, installRuntime } from '../../scripts/runtimes.mjs'
import { serveFolder } from '../cli/programs.ts'
import { Terminal } from '../cli/terminal.ts'
import type { Project } from '../harness/account.ts'
import { chromiumTool, launchChromium } from '../harness/chromium.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { issuesOf, latestOf } from './issues.ts'
import { openStage } from './stage.ts'

const stage = openStage('dart-js', 'com.example.shop')
const terminal = new Terminal()
const found = installRuntime(dartScript)
const missing = 'missing' in found ? found.missing : undefined
let library: string
/** The line of its source that dart2js maps the check of the argument's type to: the one behind the parameters. */
let checkedAt: number

beforeAll(() => {
  Object.assign(terminal.env, { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token })
  if ('missing' in found) return
  library = dirname(found.path)
  const lines = readFileSync(join(library, 'gltf_validator.dart'), 'utf8').split('\n')
  checkedAt = lines.findIndex((line) => line.includes('validateBytes = allowInterop((Uint8List data')) + 2
})
afterAll(() => terminal.remove())

/** Copies the compiled program into a folder, and uploads its source map as for any other script. */
async function newBuild(project: Project): Promise<string> {
  const folder = join(stage.host.directory, project.id)
  mkdirSync(folder)
  for (const name of ['gltf_validator.dart.js', 'gltf_validator.dart.js.map', 'gltf_validator.dart'])
    cpSync(join(library, name), join(folder, name))
  await terminal.done(['sourcemaps', 'inject', folder])
  const [sent] = await terminal.json(['sourcemaps', 'upload', folder, '--project', project.id])
  // The map does not contain the sources, so the script goes with it.
  expect(sent.files).toMatchObject([
    { name: 'gltf_validator.dart.js.map', state: 'accepted' },
    { name: 'gltf_validator.dart.js', state: 'accepted' },
  ])
  return folder
}

const newest = async (project: Project) => {
  const issues = await issuesOf(stage.account, project, 1)
  return latestOf(stage.account, issues, issues[0]!.type)
}

/** Expects the calls of the author and of Dart's own libraries, each with the line that the program has there. */
function expectDart({ exceptions: [error] }: EventView): void {
  const resolved = error!.frames.flatMap(({ symbolication: one }) => (one?.state === 'resolved' ? [one] : []))
  const library = 'dart:_internal/js_runtime/lib'
  expect(resolved.slice(0, 5)).toMatchObject([
    { function: 'wrapException', file: `${library}/js_helper.dart` as const, in_app: false },
    { function: 'propertyTypeError', file: `${library}/js_helper.dart` as const, in_app: false },
    { function: 'interceptedTypeCheck', file: `${library}/js_helper.dart` as const, in_app: false },
    { function: 'main.<anonymous function>', file: 'gltf_validator.dart', line: checkedAt, in_app: true },
    { function: 'Primitives.applyFunction', file: `${library}/js_helper.dart` as const, in_app: false },
  ])
}

/** A program that dart2js compiled, whose source map its author published. */
describe.skipIf(missing !== undefined && process.env.CI !== 'true')('a program of Dart in JavaScript', () => {
  it('shows the lines of its author, run by Node', async () => {
    const project = await stage.newProject('dart in node')
    const folder = await newBuild(project)
    const program = stage.host.program(
      'gltf.mjs',
      `import { createRequire } from 'node:module'
import { captureException, flush, init } from '@bugle/node'
const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
init({ token, endpoint, storeDirectory, appId: 'com.example.shop' })
const { validateBytes } = createRequire(import.meta.url)('${folder}/gltf_validator.dart.js')
try { await validateBytes('no bytes', {}) } catch (error) { captureException(error) }
await flush(60_000)
`,
    )
    expect(await stage.host.run([program], stage.settings(project))).toMatchObject({ code: 0, stderr: '' })
    expectDart(await newest(project))
  })

  describeWithTool(chromiumTool, 'with Chromium', (chromium) => {
    it('shows the lines of its author, on a page', async () => {
      const project = await stage.newProject('dart on a page')
      const folder = await newBuild(project)
      cpSync(join(stage.host.directory, 'node_modules/@bugle/browser/script/bugle.js'), join(folder, 'bugle.js'))
      writeFileSync(
        join(folder, 'index.html'),
        `<!doctype html><title>Models</title><script src="/bugle.js"></script>
<script>Bugle.init({ token: '${project.ingestToken}', endpoint: '${stage.server.url}', appId: 'com.example.shop' }); var exports = {}</script>
<script src="/gltf_validator.dart.js"></script><script>exports.validateBytes('no bytes', {})</script>`,
      )
      const site = await serveFolder(folder)
      const browser = await launchChromium(chromium)
      try {
        await (await browser.newPage()).goto(site.url)
        expectDart(await newest(project))
      } finally {
        await browser.close()
        site.close()
      }
    })
  })
})
