import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentedUrl } from '@bugle/api-client'
import { afterAll, expect, it } from 'vitest'
import { cases, expectAsDescribed } from '../../sdks/javascript/core/src/testing/conformance.ts'
import { request } from '../harness/account.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import { expectAccepted } from './expect-accepted.ts'
import { countsOf, eventsOf, issuesOf, latestOf } from './issues.ts'
import { exampleOf } from './page-example.ts'
import { autoload, composerInstall, PhpHost, pathOf } from './php-host.ts'
import { openHanging } from './php-trackers.ts'
import { openRecorder } from './recorder.ts'
import { openStage } from './stage.ts'

const program = pathOf('e2e/sdks/php/endings.php')
const flushing = `<?php require getenv('BUGLE_AUTOLOAD');
  Bugle\\Bugle::init(['storeDirectory' => getenv('BUGLE_STORE')]);
  echo json_encode(Bugle\\Bugle::client()->flush(20_000, isForced: true));`

describeWithTool('php', 'the PHP SDK', (php) => {
  const stage = openStage('sdk-php', 'com.example.shop')
  const host = new PhpHost()
  afterAll(() => host.remove())

  it('sends the situations of conformance/events as every SDK does', async () => {
    const recorder = await openRecorder()
    try {
      const args = [pathOf('e2e/sdks/php/situations.php'), autoload, pathOf('conformance/events/situations.json')]
      expect(await host.run(php, [...args, recorder.url])).toEqual({ code: 0, stdout: '', stderr: '' })
      const sent = cases.map((_, at) => recorder.eventsOf(`/${at}`))
      for (const [at, one] of cases.entries()) expectAsDescribed(sent[at]!, one)
      await expectAccepted(stage.server.url, stage.account, sent.flat())
    } finally {
      recorder.close()
    }
  })

  it.each([
    ['uncaught', 'DomainException', 'declined'],
    ['undefined', 'Error', 'Call to undefined function nothing()'],
    ['memory', 'FatalError', 'Allowed memory size of 33554432 bytes exhausted'],
    ['allocation', 'FatalError', 'Allowed memory size of 33554432 bytes exhausted'],
    ['recursion', 'FatalError', 'Allowed memory size of 33554432 bytes exhausted'],
    ['time', 'FatalError', 'Maximum execution time of 1 second exceeded'],
    ['error', 'UserError', 'the till is broken'],
    ['syntax', 'ParseError', 'syntax error'],
    ['eval', 'ParseError', 'syntax error'],
    ['shutdown', 'DomainException', 'thrown at the very end'],
    ['destructor', 'DomainException', 'thrown at the very end'],
  ])('reports the end by %s, which prints and returns the same as without', async (way, type, message) => {
    const project = await stage.newProject(`php ${way}`)
    // With arguments in traces, as PHP is set up without a php.ini.
    const args = ['-d', 'zend.exception_ignore_args=0', '-d', 'display_errors=stderr', program, way, 'hidden-argv']
    const ended = await host.run(php, args, host.settings(project, stage.server.url))
    const without = await host.run(php, args)
    // The broken file of each is another one.
    const comparable = ({ stderr, ...others }: typeof ended) => ({
      ...others,
      stderr: stderr.replace(/\S+broken\.php/g, 'broken.php'),
    })
    expect(comparable(ended)).toEqual(comparable(without))
    expect(ended.code).toBe(255)
    const issues = await issuesOf(stage.account, project, 1)
    expect(countsOf(issues)).toEqual([`${type} 1`])
    const event = await latestOf(stage.account, issues, type)
    expect(event).toMatchObject({ level: 'fatal', platform: 'php', user_id: 'anon-1', mechanism: { handled: false } })
    expect(event.message).toContain(message)
    expect(event.exceptions[0]!.frames[0]).toMatchObject({
      file: expect.stringMatching(/(endings|broken)\.php/),
      in_app: way !== 'syntax',
    })
    // Planted as arguments and in the source lines around frames; the lines are the program's own text.
    const sent = JSON.stringify(event, (name, value) =>
      name.includes('context_') || name.endsWith('_context') ? undefined : value,
    )
    expect(sent).not.toContain('hidden')
    expect(readdirSync(join(host.directory, project.id)).filter((name) => name.endsWith('.json'))).toEqual([])
  })

  it('sends sessions, check-ins, feedback and files, and nothing hidden', async () => {
    const project = await stage.newProject('php items')
    const args = ['-d', 'zend.exception_ignore_args=0', pathOf('e2e/sdks/php/items.php'), 'hidden-argv']
    const ended = await host.run(php, args, host.settings(project, stage.server.url))
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
    const path = `/api/projects/${project.id}` as const
    const get = <const Url extends string>(url: DocumentedUrl<'GET', Url>) => request(stage.account, 'GET', url)
    await expect
      .poll(async () => (await get(`${path}/release-health`)).releases)
      .toMatchObject([{ release: 'shop@4.2.0', sessions: 4, errored: 1, crashed: 1, crash_free_sessions: 0.75 }])
    const monitors = async () => (await get(`${path}/monitors`)).monitors
    await expect
      .poll(async () => (await monitors()).map(({ check_ins }) => check_ins.map(({ status }) => status)))
      .toEqual([['ok'], ['error']])
    expect((await monitors()).map(({ slug, schedule, timezone }) => [slug, schedule, timezone])).toEqual([
      ['import', 'every 10 minutes', 'UTC'],
      ['nightly-backup', '0 3 * * *', 'Europe/Berlin'],
    ])
    const event = await latestOf(stage.account, await issuesOf(stage.account, project, 2), 'LengthException')
    await expect
      .poll(async () => (await get(`${path}/feedback`)).feedback)
      .toMatchObject([
        { message: 'The button does nothing, password=[scrubbed]', email: 'ann@example.com', event_id: event.id },
      ])
    await expect
      .poll(async () => (await get(`/api/events/${event.id}`)).event.attachments)
      .toMatchObject([{ name: 'cart.json', content_type: 'application/json', bytes: 11 }])
    const shown = [await monitors(), (await get(`${path}/feedback`)).feedback, { ...event, exceptions: [] }]
    expect(JSON.stringify(shown)).not.toContain('hidden')
    expect(readdirSync(join(host.directory, project.id)).filter((name) => name.endsWith('.json'))).toEqual([])
  })

  it('leaves handlers that the program had before their say', async () => {
    const project = await stage.newProject('php handlers')
    const ended = await host.run(php, [program, 'handlers'], host.settings(project, stage.server.url))
    expect(ended).toEqual({
      code: 7,
      stdout: "open\nUndefined array key 3\nDomainException met the program's own handler\n",
      stderr: '',
    })
    expect(ended).toEqual(await host.run(php, [program, 'handlers']))
    expect(countsOf(await issuesOf(stage.account, project, 1))).toEqual(['DomainException 1'])
  })

  it('prints and throws nothing, whatever it is given, and the server accepts every event', async () => {
    const project = await stage.newProject('php hostile')
    const ended = await host.run(
      php,
      [pathOf('e2e/sdks/php/hostile.php'), '300'],
      host.settings(project, stage.server.url),
    )
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const { reported } = JSON.parse(ended.stdout) as { reported: number }
    expect(reported).toBeGreaterThan(300)
    const issues = await issuesOf(stage.account, project, 1, reported)
    expect(issues.reduce((sum, { count }) => sum + count, 0)).toBe(reported)
    const events = (await Promise.all(issues.map((issue) => eventsOf(stage.account, issue)))).flat()
    const sent = JSON.stringify(events, (name, value) => (/context_|_context$/.test(name) ? undefined : value))
    // Not as text: a difference of megabytes helps nobody.
    expect(sent.includes('hidden')).toBe(false)
    const outcomes = await request(stage.account, 'GET', `/api/projects/${project.id}/outcomes`)
    expect(outcomes).toMatchObject({ refused: [], reported: [] })
  })

  it('leaves exit codes alone, and sends nothing when nothing happened', async () => {
    const project = await stage.newProject('php exit')
    expect(await host.run(php, [program, 'exit'], host.settings(project, stage.server.url))).toEqual({
      code: 3,
      stdout: 'open\n',
      stderr: '',
    })
    expect(readdirSync(host.directory)).not.toContain(project.id)
  })

  it('shows each function with the line in it, its cause and its source', async () => {
    const project = await stage.newProject('php frames')
    await host.run(php, [program, 'uncaught'], host.settings(project, stage.server.url))
    const issues = await issuesOf(stage.account, project, 1)
    const event = await latestOf(stage.account, issues, 'DomainException')
    expect(event.exceptions.map(({ exception_type }) => exception_type)).toEqual(['DomainException', 'LogicException'])
    expect(event.exceptions[0]!.frames).toMatchObject([
      {
        module: 'Shop\\Till',
        function: 'charge',
        context_line: expect.stringContaining('throw new \\DomainException'),
      },
      { module: 'Shop\\Till', function: 'pay', context_line: expect.stringContaining('$this->charge(') },
      { file: 'endings.php', context_line: expect.stringContaining('(new Till())->pay(') },
    ])
    expect(event.extra).toMatchObject({ error: { code: 42 } })
    expect(event.breadcrumbs).toMatchObject([{ category: 'till', message: 'opened', data: { pin: '[scrubbed]' } }])
  })

  it('keeps events while the server is away, and sends each once when it is back', async () => {
    const project = await stage.newProject('php away')
    const settings = host.settings(project, 'http://127.0.0.1:1')
    for (const way of ['uncaught', 'undefined', 'uncaught']) await host.run(php, [program, way], settings)
    const store = join(host.directory, project.id)
    const kept = () => readdirSync(store).filter((name) => /^[0-9a-f-]{36}\.json$/.test(name))
    expect(kept().length).toBe(3)
    const flush = host.program('flush.php', flushing)
    const back = { ...settings, BUGLE_ENDPOINT: stage.server.url }
    expect(await host.run(php, [flush], back)).toEqual({ code: 0, stdout: 'true', stderr: '' })
    expect(kept()).toEqual([])
    expect(countsOf(await issuesOf(stage.account, project, 2, 3))).toEqual(['DomainException 2', 'Error 1'])
  })

  it('costs one time-out while the server hangs, and then nothing for half a minute', async () => {
    const hanging = await openHanging()
    const project = await stage.newProject('php hanging')
    const settings = { ...host.settings(project, hanging.url), SHOP_TIMEOUT: '' }
    // A program that begins no request waits for none.
    for (let i = 0; i < 4; i += 1) {
      expect((await host.run(php, [program, 'uncaught'], settings)).code).toBe(255)
      expect(hanging.count()).toBe(1)
    }
    hanging.close()
  })

  it('loses no event of a process that is killed while it sends, and counts it once', async () => {
    const hanging = await openHanging()
    const project = await stage.newProject('php killed')
    const settings = host.settings(project, hanging.url)
    await host.kill(php, [program, 'uncaught'], settings, hanging.requested)
    hanging.close()
    const flush = host.program('flush-killed.php', flushing)
    const back = { ...settings, BUGLE_ENDPOINT: stage.server.url }
    for (let i = 0; i < 2; i += 1) expect((await host.run(php, [flush], back)).stdout).toBe('true')
    expect(countsOf(await issuesOf(stage.account, project, 1))).toEqual(['DomainException 1'])
  })

  it('opens no socket and no file while nothing happens', async () => {
    const project = await stage.newProject('php quiet')
    const quiet = host.program(
      'quiet.php',
      `<?php require getenv('BUGLE_AUTOLOAD'); Bugle\\Bugle::init(['storeDirectory' => getenv('BUGLE_STORE')]);
       Bugle\\Bugle::addBreadcrumb(['category' => 'quiet', 'message' => 'nothing']); Bugle\\Bugle::setTag('a', 1);`,
    )
    const log = join(host.directory, 'calls')
    const args = ['-f', '-o', log, '-e', 'trace=socket,connect,mkdir,timer_create,setitimer,openat', php, quiet]
    expect((await host.run('strace', args, host.settings(project, stage.server.url))).code).toBe(0)
    const calls = readFileSync(log, 'utf8')
    expect(calls).toContain(autoload)
    expect(calls).not.toMatch(/socket\(|connect\(|mkdir\(|timer/)
    expect(calls).not.toContain(join(host.directory, project.id))
    expect(calls).not.toContain('Reporter.php')
  })

  it('reports how many events it could not send', async () => {
    const project = await stage.newProject('php drops')
    const settings = host.settings(project, stage.server.url)
    const code = (options: string) => `<?php require getenv('BUGLE_AUTOLOAD');
      Bugle\\Bugle::init(['storeDirectory' => getenv('BUGLE_STORE'), ${options}]);
      for ($i = 0; $i < 5; $i += 1) Bugle\\Bugle::captureException(new LengthException("row $i"));`
    await host.run(php, [host.program('none.php', code("'ignoreErrors' => [LogicException::class]"))], settings)
    await host.run(php, [host.program('all.php', code(''))], settings)
    await issuesOf(stage.account, project, 1, 5)
    const outcomes = await request(stage.account, 'GET', `/api/projects/${project.id}/outcomes`)
    expect(JSON.stringify(outcomes)).toMatch(/"ignored"[^{}]*5|5[^{}]*"ignored"/)
  })

  it('is installed by Composer from the server, and works with the documentation’s first example, verbatim', async () => {
    const project = await stage.newProject('php page')
    await composerInstall(host, host.directory, stage.server.url, 'docs/sdk-php.md')
    const code = exampleOf('docs/sdk-php.md', 'php')
      .replace('bgl_live_…', project.ingestToken)
      .replace('https://bugle.example.com', stage.server.url)
      .replace('com.example.shop', project.app_id)
    const ended = await host.run(php, [host.program('page.php', code)], { TMPDIR: host.directory })
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
    const [issue] = await issuesOf(stage.account, project, 1)
    expect(issue).toMatchObject({ type: 'RuntimeException', message: 'Hello, Bugle', count: 1 })
  })
})

describeWithTool('phpunit', 'the PHP packages', (phpunit) => {
  const stage = openStage('sdk-php-packages', 'com.example.shop')
  const host = new PhpHost()
  afterAll(() => host.remove())

  it('pass their own tests', async () => {
    const ended = await host.run(phpunit, ['--colors=never', '-c', pathOf('sdks/php/phpunit.xml')])
    expect(ended, ended.stdout).toMatchObject({ code: 0 })
    expect(ended.stdout).toMatch(/^OK \(/m)
  })

  it('have the version of the server, and its address', async () => {
    const response = await fetch(`${stage.server.url}/sdk/composer/packages.json`)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const { packages } = (await response.json()) as {
      packages: Record<string, Record<string, { dist: { url: string } }>>
    }
    const { version } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8')) as { version: string }
    expect(Object.keys(packages)).toEqual(['bugle/bugle-php', 'bugle/laravel', 'bugle/symfony'])
    for (const versions of Object.values(packages)) {
      expect(Object.keys(versions)).toEqual([version])
      const archive = await fetch(versions[version]!.dist.url)
      expect([archive.status, archive.headers.get('cache-control')]).toEqual([
        200,
        expect.stringContaining('immutable'),
      ])
    }
  })

  it('follow PSR-12', async () => {
    const ended = await host.run('phpcs', ['-q', `--standard=${pathOf('sdks/php/phpcs.xml')}`])
    expect(ended, ended.stdout).toMatchObject({ code: 0 })
  })

  it.each(['core', 'laravel', 'symfony'])('describe %s as Composer wants it', async (name) => {
    const file = pathOf(`sdks/php/${name}/composer.json`)
    const env = { COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_HOME: host.directory, COMPOSER_DISABLE_NETWORK: '1' }
    const ended = await host.run('composer', ['validate', '--strict', '--no-interaction', file], env)
    expect(ended, ended.stderr).toMatchObject({ code: 0 })
  })
})
