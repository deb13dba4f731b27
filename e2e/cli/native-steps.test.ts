import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { openStage } from '../sdks/stage.ts'
import { Terminal } from './terminal.ts'

// The steps that the React Native SDK adds to native builds, around stand-ins for the tasks that make the bundle: neither
// Android's tools nor Xcode run here.

const stage = openStage('native-steps', 'com.example.shop')
const terminal = new Terminal()
const native = fileURLToPath(new URL('../../sdks/javascript/react-native/native', import.meta.url))
const debugId = '85314830-023f-4cf1-a267-535f4e37bb17'
const map = { version: 3, debugId, sources: ['App.js'], sourcesContent: ['boom()'], names: [], mappings: 'AAAA' }
const bundle = `var a=1;\n//# debugId=${debugId}\n`

beforeAll(() => {
  Object.assign(terminal.env, { BUGLE_URL: stage.server.url })
})
afterAll(() => terminal.remove())

/** Returns the variables of a build machine that may upload to a new project, and what was uploaded there. */
async function newTarget(name: string) {
  const project = await stage.newProject(name)
  const env = { BUGLE_TOKEN: stage.account.token, BUGLE_PROJECT: project.id }
  const uploaded = async () => {
    const path = `/api/projects/${project.id}/artifacts` as const
    return (await request(stage.account, 'GET', path)).artifacts
  }
  return { env, uploaded }
}

describe('the build phase for Xcode', () => {
  const products = join(terminal.directory, 'products')
  const variables = {
    CONFIGURATION: 'Release',
    CONFIGURATION_BUILD_DIR: products,
    UNLOCALIZED_RESOURCES_FOLDER_PATH: 'Shop.app',
    SOURCEMAP_FILE: join(products, 'derived/main.jsbundle.map'),
    PROJECT_DIR: join(terminal.directory, 'ios'),
    BUGLE_COMMAND: 'bugle',
  }
  const build = (env: Record<string, string>) =>
    terminal.paste(`sh '${join(native, 'bugle-xcode.sh')}'`, { env: { ...variables, ...env } })

  beforeAll(() => {
    for (const folder of ['Shop.app', 'derived']) mkdirSync(join(products, folder), { recursive: true })
    mkdirSync(variables.PROJECT_DIR)
    writeFileSync(join(products, 'Shop.app/main.jsbundle'), bundle)
    writeFileSync(variables.SOURCEMAP_FILE, JSON.stringify(map))
  })

  it('uploads the map of a release build', async () => {
    const { env, uploaded } = await newTarget('xcode')
    expect(await build(env)).toMatchObject({ code: 0 })
    expect(await uploaded()).toMatchObject([{ name: 'main.jsbundle.map', debug_id: debugId }])
  })

  it('leaves alone what is not to be uploaded, and says so', async () => {
    const { env, uploaded } = await newTarget('xcode-debug')
    expect(await build({ ...env, CONFIGURATION: 'Debug' })).toMatchObject({ code: 0, stdout: '' })
    const quiet = await build({ BUGLE_TOKEN: '' })
    expect(quiet).toMatchObject({ code: 0, stdout: expect.stringMatching(/^note: BUGLE_TOKEN is not set/) })
    expect(await uploaded()).toEqual([])
  })

  it('warns if the upload fails, and ends the build only if asked to', async () => {
    const broken = { BUGLE_TOKEN: 'wrong', BUGLE_PROJECT: 'prj_1' }
    expect(await build(broken)).toMatchObject({ code: 0, stdout: expect.stringContaining('warning: the source maps') })
    expect(await build({ ...broken, BUGLE_STRICT: '1' })).toMatchObject({ code: 1 })
  })
})

describe.runIf(process.env.BUGLE_LONG === '1')('the step for Gradle', () => {
  describeWithTool('gradle', 'in a build', () => {
    const android = join(terminal.directory, 'android')
    const gradle = (env: Record<string, string>) =>
      terminal.paste('gradle --no-daemon --offline -q -PbugleCommand=bugle createBundleReleaseJsAndAssets', {
        env,
        directory: android,
      })

    beforeAll(() => {
      mkdirSync(join(android, 'made'), { recursive: true })
      cpSync(join(native, 'bugle.gradle'), join(android, 'bugle.gradle'))
      writeFileSync(join(android, 'made/index.android.bundle'), bundle)
      writeFileSync(join(android, 'made/index.android.bundle.map'), JSON.stringify(map))
      writeFileSync(
        join(android, 'build.gradle'),
        `task createBundleReleaseJsAndAssets {
           outputs.dir file('build/generated/react')
           outputs.dir file('build/intermediates/maps')
           outputs.upToDateWhen { false }
           doLast {
             copy { from 'made'; into 'build/generated/react' }
             copy { from 'made'; into 'build/intermediates/maps'; rename { 'packager-' + it } }
           }
         }
         apply from: 'bugle.gradle'`,
      )
    })

    it('uploads the composed map after the bundle, and none of the intermediate ones', async () => {
      const { env, uploaded } = await newTarget('gradle')
      expect(await gradle(env)).toMatchObject({ code: 0 })
      expect(await uploaded()).toMatchObject([{ name: 'index.android.bundle.map', debug_id: debugId }])
    })

    it('does not end a build without a token, or whose upload fails, unless asked to', async () => {
      expect(await gradle({ BUGLE_TOKEN: '' })).toMatchObject({ code: 0 })
      const broken = { BUGLE_TOKEN: 'wrong', BUGLE_PROJECT: 'prj_1' }
      expect(await gradle(broken)).toMatchObject({ code: 0 })
      expect((await gradle({ ...broken, BUGLE_STRICT: '1' })).code).not.toBe(0)
    })
  })
})
