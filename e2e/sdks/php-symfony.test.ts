import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countsOf, eventsOf, issuesOf, latestOf } from './issues.ts'
import { exampleOf } from './page-example.ts'
import { composerInstall, describeWithLibrary, environmentOf, PhpHost, pathOf } from './php-host.ts'
import { PhpServer } from './php-server.ts'
import { expectedOrder, openOrder } from './php-trackers.ts'
import { openStage } from './stage.ts'

const page = 'docs/frameworks/symfony.md'

/** Debian's Symfony 5.4, with PHP-FPM, nginx and a Messenger worker. */
describeWithLibrary('Symfony/Bundle/FrameworkBundle', 'the Symfony bundle', (php) => {
  const stage = openStage('sdk-symfony', 'com.example.shop')
  const host = new PhpHost()
  let copies = 0
  afterAll(() => host.remove())

  /** Copies the example application, and points it to a project. */
  const newApp = async (name: string, endpoint = stage.server.url) => {
    copies += 1
    const directory = join(host.directory, `symfony-${copies}`)
    cpSync(pathOf('e2e/sdks/php/symfony'), directory, { recursive: true })
    const project = await stage.newProject(name)
    const env = { ...host.settings(project, endpoint), BUGLE_AUTOLOAD: pathOf('sdks/php/symfony/autoload.php') }
    const run = (...args: string[]) => host.run(php, ['bin/console', ...args], env, directory)
    return { directory, project, env, run }
  }

  describe('behind PHP-FPM and nginx', () => {
    let app: Awaited<ReturnType<typeof newApp>>
    let server: PhpServer

    beforeAll(async () => {
      app = await newApp('symfony requests')
      server = await PhpServer.start(app.directory, app.env)
    })
    afterAll(() => server?.stop())

    it('reports errors of requests with route, user and source, and no regular response', async () => {
      const authorization = `Basic ${Buffer.from('hidden@example.com:plain').toString('base64')}`
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
      const body = new URLSearchParams({ card: 'hidden-body' })
      const form = { method: 'POST', body, headers: { authorization, traceparent } }
      const statuses = [
        await server.status('/ok'),
        await server.status('/missing'),
        await server.status('/secret/7'),
        await server.status('/orders/7?card=hidden-query', { headers: { cookie: 'sid=hidden-cookie' } }),
        await server.status('/secret/8?card=hidden-query', form),
        await server.status('/handled'),
        await server.status('/memory'),
      ]
      expect(statuses).toEqual([200, 404, 401, 500, 500, 200, 500])
      const issues = await issuesOf(stage.account, app.project, 4, 5)
      expect(countsOf(issues)).toEqual(['DomainException 2', 'FatalError 1', 'Message 1', 'OverflowException 1'])
      const order = await latestOf(stage.account, issues, 'DomainException')
      expect(order).toMatchObject({
        environment: 'prod',
        user_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        mechanism: { type: 'symfony', handled: false },
        contexts: {
          request: { method: 'POST', url: '/secret/8', route: 'secret' },
          trace: { trace_id: '0af7651916cd43dd8448eb211c80319c' },
        },
        breadcrumbs: [
          { category: 'route', message: 'POST secret' },
          { category: 'http', message: 'GET https://stock.example.com/8' },
          { category: 'cache', message: 'missed price.8' },
        ],
      })
      expect(order.exceptions[0]!.frames[0]).toMatchObject({
        function: 'charge',
        module: 'App\\OrderController',
        file: 'src/OrderController.php',
        in_app: true,
        context_line: expect.stringContaining('throw new \\DomainException'),
      })
      expect(order.exceptions[0]!.frames.at(-1)).toMatchObject({ file: 'public/index.php' })
      expect(await latestOf(stage.account, issues, 'Message')).toMatchObject({
        message: 'the stock is low',
        extra: { log: { sku: 'A-17', password: '[scrubbed]' } },
      })
      expect((await latestOf(stage.account, issues, 'FatalError')).message).toContain('Allowed memory size')
      const all = await Promise.all(issues.map((issue) => eventsOf(stage.account, issue)))
      const sent = JSON.stringify(all, (name, value) => (/context_|_context$/.test(name) ? undefined : value))
      expect(sent).not.toContain('hidden')
    })
  })

  it('reports commands with their names, and no argument', async () => {
    const { run, project } = await newApp('symfony commands')
    expect((await run('shop:import', '--password=hidden-argv')).code).toBe(1)
    expect((await run('shop:typo')).code).toBe(1)
    const issues = await issuesOf(stage.account, project, 1)
    expect(countsOf(issues)).toEqual(['LengthException 1'])
    const event = await latestOf(stage.account, issues, 'LengthException')
    expect(event.contexts).toMatchObject({ command: { name: 'shop:import', exit_code: 1 } })
    expect(JSON.stringify(event)).not.toContain('hidden-argv')
  })

  it('sends the event of a message before the next one is handled', async () => {
    const { url, order, close } = await openOrder()
    try {
      const { directory, env } = await newApp('symfony order', url)
      const own = { ...env, SHOP_BELL: url }
      await host.run(php, ['bin/console', 'shop:fill', '7'], own, directory)
      const worker = ['bin/console', 'messenger:consume', 'files', '--limit=7', '--time-limit=20']
      expect(await host.run(php, worker, own, directory)).toMatchObject({ code: 0 })
    } finally {
      close()
    }
    expect(order).toEqual(expectedOrder(7))
  })

  it('reports messages, each with its own breadcrumbs', async () => {
    const { run, project } = await newApp('symfony messages')
    await run('shop:fill', '9')
    expect((await run('messenger:consume', 'files', '--limit=9', '--time-limit=20')).code).toBe(0)
    const issues = await issuesOf(stage.account, project, 1, 3)
    const events = (await Promise.all(issues.map((issue) => eventsOf(stage.account, issue)))).flat()
    expect(events.map(({ message }) => message).sort()).toEqual(
      ['a', 'd', 'g'].map((name) => `payment ${name} declined`),
    )
    for (const event of events) {
      expect(event).toMatchObject({
        exception_type: 'DomainException',
        mechanism: { type: 'symfony.messenger', handled: false },
        contexts: { message: { class: 'App\\PayMessage', transport: 'files' } },
      })
      expect(event.breadcrumbs.filter(({ category }) => category === 'pay').length).toBe(1)
    }
    expect(JSON.stringify(events)).not.toContain('hidden-payload')
  })

  it('proves the way by bugle:test, and sends what waited by bugle:flush', async () => {
    const { run, directory, env, project } = await newApp('symfony check')
    const away = { ...env, BUGLE_ENDPOINT: 'http://127.0.0.1:1' }
    await host.run(php, ['bin/console', 'shop:import'], away, directory)
    expect(await host.run(php, ['bin/console', 'bugle:test'], away, directory)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('no response'),
    })
    expect(await run('bugle:flush')).toMatchObject({ code: 0, stdout: 'Everything is sent.\n' })
    expect(countsOf(await issuesOf(stage.account, project, 1))).toEqual(['LengthException 1'])
    expect(await run('bugle:test', `--api-token=${stage.account.token}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('read it back: issue iss_'),
    })
  })

  it('is installed, registered and set by the examples of its page', async () => {
    const { directory, project } = await newApp('symfony page')
    const components = ['config', 'console', 'dependency-injection', 'event-dispatcher', 'http-kernel']
    await composerInstall(
      host,
      directory,
      stage.server.url,
      page,
      components.map((name) => `symfony/${name}`),
    )
    mkdirSync(join(directory, 'config'), { recursive: true })
    writeFileSync(join(directory, 'config/bundles.php'), `<?php return [${exampleOf(page, 'php')}];`)
    const errors =
      "final class Errors { public static function beforeSend(array $event): array { $event['tags']['page'] = 'seen'; return $event; } }"
    writeFileSync(join(directory, 'src/Errors.php'), `<?php namespace App; ${errors}`)
    writeFileSync(join(directory, 'config/bugle.php'), `<?php return [${settingsOf(page)}];`)
    const { env: settings, command } = environmentOf(page, project, stage.server.url)
    const { SHOP_TIMEOUT = '' } = host.settings(project, stage.server.url)
    const own = { ...settings, BUGLE_AUTOLOAD: join(directory, 'vendor/autoload.php'), SHOP_TIMEOUT }
    const tested = await host.run(command[0]!, command.slice(1), own, directory)
    expect(tested, tested.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/the server has event evt_/),
    })
    await host.run(php, ['bin/console', 'shop:import'], own, directory)
    const issues = await issuesOf(stage.account, project, 2)
    const event = await latestOf(stage.account, issues, 'LengthException')
    expect(event.tags).toMatchObject({ page: 'seen' })
  })

  it('stays off, and quiet, without the variables', async () => {
    const { directory } = await newApp('symfony off')
    const env = { BUGLE_AUTOLOAD: pathOf('sdks/php/symfony/autoload.php') }
    const ended = await host.run(php, ['bin/console', 'shop:fill', '0'], env, directory)
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('says once in the log that it is off', async () => {
    const { directory } = await newApp('symfony off log')
    const env = { BUGLE_AUTOLOAD: pathOf('sdks/php/symfony/autoload.php'), SHELL_VERBOSITY: '2' }
    const run = async () => (await host.run(php, ['bin/console', 'shop:fill', '0'], env, directory)).stderr
    expect((await run()).match(/Bugle is off: BUGLE_TOKEN/g)).toHaveLength(1)
    expect(await run()).not.toContain('Bugle is off')
  })
})

/** Writes the options of a page's `bugle.yaml` in PHP: no reader of YAML is installed. */
function settingsOf(name: string): string {
  const [, text] = /```yaml\nbugle:\n(.*?)```/s.exec(readFileSync(pathOf(name), 'utf8')) ?? []
  if (text === undefined) throw new Error(`${name} has no options of the bundle`)
  const options = [...text.matchAll(/^ {2}(\w+): +(.+?)(?: +#.*)?$/gm)]
  expect(options.length).toBe(text.trimEnd().split('\n').length)
  return options.map(([, option, value]) => `'${option}' => ${toPhp(value!)},`).join(' ')
}

function toPhp(value: string): string {
  if (value.startsWith('{')) return `[${value.slice(1, -1).replaceAll(/(\w+): /g, "'$1' => ")}]`
  return /^(?:true|false|['[].*)$/.test(value) ? value : `'${value}'`
}
