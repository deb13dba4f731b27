import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Project, request } from '../harness/account.ts'
import { countsOf, eventsOf, issuesOf, latestOf } from './issues.ts'
import { exampleOf } from './page-example.ts'
import { composerInstall, describeWithLibrary, environmentOf, PhpHost, pathOf } from './php-host.ts'
import { PhpServer } from './php-server.ts'
import { expectedOrder, openHanging, openOrder } from './php-trackers.ts'
import { openStage } from './stage.ts'

const page = 'docs/frameworks/laravel.md'

/** Debian's Laravel 8.83, with PHP-FPM, nginx and a queue worker. */
describeWithLibrary('Illuminate', 'the Laravel package', (php) => {
  const stage = openStage('sdk-laravel', 'com.example.shop')
  const host = new PhpHost()
  let copies = 0
  afterAll(() => host.remove())

  /** Copies the example application, and points it to a project. */
  const newApp = async (name: string, endpoint = stage.server.url) => {
    copies += 1
    const directory = join(host.directory, `laravel-${copies}`)
    cpSync(pathOf('e2e/sdks/php/laravel'), directory, { recursive: true })
    const project = await stage.newProject(name)
    const env = { ...host.settings(project, endpoint), BUGLE_AUTOLOAD: pathOf('sdks/php/laravel/autoload.php') }
    const artisan = (...args: string[]) => host.run(php, ['artisan', ...args], env, directory)
    return { directory, project, env, artisan }
  }

  describeRequests()

  it('reports commands and scheduled tasks with their names, and no argument', async () => {
    const { artisan, project } = await newApp('laravel commands')
    expect((await artisan('shop:import', '--password=hidden-argv')).code).toBe(1)
    expect((await artisan('schedule:run')).code).toBe(0)
    const issues = await issuesOf(stage.account, project, 2)
    expect(countsOf(issues)).toEqual(['LengthException 1', 'UnderflowException 1'])
    const command = await latestOf(stage.account, issues, 'LengthException')
    expect(command.contexts).toMatchObject({ command: { name: 'shop:import' } })
    const task = await latestOf(stage.account, issues, 'UnderflowException')
    expect(task.contexts).toMatchObject({ task: { name: 'close-books' } })
    expect(JSON.stringify([command, task])).not.toContain('hidden-argv')
    const monitors = async () => (await request(stage.account, 'GET', `/api/projects/${project.id}/monitors`)).monitors
    await expect
      .poll(monitors)
      .toMatchObject([{ slug: 'close-books', schedule: '* * * * *', check_ins: [{ status: 'error' }] }])
  })

  it('sends the event of a job before the next one starts', async () => {
    const { url, order, close } = await openOrder()
    try {
      const { directory, env } = await newApp('laravel order', url)
      const own = { ...env, SHOP_BELL: url }
      await host.run(php, ['artisan', 'shop:fill', '7'], own, directory)
      const worker = ['artisan', 'queue:work', '--stop-when-empty', '--sleep=0']
      expect(await host.run(php, worker, own, directory)).toMatchObject({ code: 0 })
    } finally {
      close()
    }
    expect(order).toEqual(expectedOrder(7))
  })

  it('loses no event of a worker that is killed while it sends, and counts it once', async () => {
    const hanging = await openHanging()
    const { directory, env, project } = await newApp('laravel killed', hanging.url)
    await host.run(php, ['artisan', 'shop:fill', '1'], env, directory)
    await host.kill(php, ['artisan', 'queue:work'], env, hanging.requested, directory)
    hanging.close()
    for (let i = 0; i < 2; i += 1)
      await host.run(php, ['artisan', 'bugle:flush'], { ...env, ...back(project) }, directory)
    expect(countsOf(await issuesOf(stage.account, project, 1))).toEqual(['DomainException 1'])
  })

  it('reports jobs, each with its own breadcrumbs', async () => {
    const { artisan, project } = await newApp('laravel jobs')
    await artisan('shop:fill', '30')
    const worker = await artisan('queue:work', '--stop-when-empty', '--sleep=0')
    expect(worker).toMatchObject({ code: 0 })
    const issues = await issuesOf(stage.account, project, 1, 10)
    const events = (await Promise.all(issues.map((issue) => eventsOf(stage.account, issue)))).flat()
    expect(events.length).toBe(10)
    for (const event of events) {
      expect(event).toMatchObject({
        exception_type: 'DomainException',
        contexts: { job: { class: 'App\\PayJob', connection: 'database', attempts: 1 } },
      })
      const logged = event.breadcrumbs.filter(({ category }) => category === 'log')
      expect(logged).toMatchObject([
        { message: expect.stringMatching(/^paying \d+$/), data: { card_number: '[scrubbed]' } },
      ])
    }
    expect(JSON.stringify(events)).not.toContain('hidden-payload')
  })

  it('reports a job that exceeds its timeout, with the line where it hung', async () => {
    const { artisan, project } = await newApp('laravel timeout')
    await artisan('shop:fill', '1', '--hang')
    expect((await artisan('queue:work', '--stop-when-empty', '--sleep=0')).code).not.toBe(0)
    const issues = await issuesOf(stage.account, project, 1)
    expect(countsOf(issues)).toEqual(['JobTimedOut 1'])
    const event = await latestOf(stage.account, issues, 'JobTimedOut')
    expect(event.message).toBe('App\\HangingJob ran longer than its timeout')
    const own = event.exceptions[0]!.frames.filter(({ in_app }) => in_app)
    expect(own.slice(0, 2)).toMatchObject([
      { module: 'App\\HangingJob', function: 'wait', context_line: expect.stringMatching(/usleep|for/) },
      { module: 'App\\HangingJob', function: 'handle' },
    ])
  })

  it('proves the way by bugle:test, and says what is wrong', async () => {
    const { artisan, directory, env } = await newApp('laravel check')
    const proven = await artisan('bugle:test', `--api-token=${stage.account.token}`)
    expect(proven).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/the server has event .*\nread it back: issue iss_/),
    })
    const wrong = await host.run(php, ['artisan', 'bugle:test'], { ...env, BUGLE_TOKEN: 'bgl_live_no' }, directory)
    expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining('401: the token is unknown') })
    for (const command of ['bugle:test', 'bugle:flush']) {
      const off = await host.run(php, ['artisan', command], { BUGLE_AUTOLOAD: env.BUGLE_AUTOLOAD }, directory)
      expect(off).toMatchObject({ code: 1, stdout: expect.stringContaining('Bugle is off'), stderr: '' })
    }
    const log = readFileSync(join(directory, 'storage/logs/laravel.log'), 'utf8')
    expect(log.match(/Bugle is off/g)).toHaveLength(1)
  })

  it('sends what waited, by bugle:flush', async () => {
    const { artisan, directory, env, project } = await newApp('laravel flush')
    const away = { ...env, BUGLE_ENDPOINT: 'http://127.0.0.1:1' }
    await host.run(php, ['artisan', 'shop:import'], away, directory)
    const store = join(directory, 'storage/framework/bugle')
    expect(readdirSync(store)).toContain('open-until')
    expect(await artisan('bugle:flush')).toMatchObject({ code: 0, stdout: 'Everything is sent.\n' })
    expect(readdirSync(store).filter((name) => name.endsWith('.json'))).toEqual([])
    expect(countsOf(await issuesOf(stage.account, project, 1))).toEqual(['LengthException 1'])
  })

  it('is installed by the commands of its page, discovered, and reports', async () => {
    const { directory, env, project } = await newApp('laravel composer')
    await composerInstall(host, directory, stage.server.url, page, ['illuminate/support'])
    const installed = { ...env, BUGLE_AUTOLOAD: join(directory, 'vendor/autoload.php') }
    expect((await host.run(php, ['artisan', 'shop:import'], installed, directory)).code).toBe(1)
    const issues = await issuesOf(stage.account, project, 1)
    expect(countsOf(issues)).toEqual(['LengthException 1'])
    expect((await latestOf(stage.account, issues, 'LengthException')).exceptions[0]!.frames[0]).toMatchObject({
      file: 'app/ConsoleKernel.php',
    })
  })

  it('needs the settings of its page alone, and is flushed by its schedule', async () => {
    const { directory, env, project } = await newApp('laravel page')
    const { SHOP_TIMEOUT = '' } = host.settings(project, stage.server.url)
    const { env: settings, command } = environmentOf(page, project, stage.server.url)
    const own = { ...settings, BUGLE_AUTOLOAD: env.BUGLE_AUTOLOAD, SHOP_TIMEOUT }
    const tested = await host.run(command[0]!, command.slice(1), own, directory)
    expect(tested).toMatchObject({ code: 0, stdout: expect.stringMatching(/the server has event evt_/), stderr: '' })

    const kernel = join(directory, 'app/ConsoleKernel.php')
    const start = 'protected function schedule(Schedule $schedule): void\n    {\n'
    const code = readFileSync(kernel, 'utf8')
    expect(code).toContain(start)
    writeFileSync(
      kernel,
      code.replace(start, () => start + exampleOf(page, 'php')),
    )
    const listed = await host.run(php, ['artisan', 'schedule:list'], own, directory)
    expect(listed.stdout).toMatch(/'artisan' bugle:flush\s+\|\s+0 \* \* \* \*/)
  })

  function describeRequests() {
    let app: Awaited<ReturnType<typeof newApp>>
    let server: PhpServer

    beforeAll(async () => {
      app = await newApp('laravel requests')
      server = await PhpServer.start(app.directory, app.env)
    })
    afterAll(() => server?.stop())

    it('reports errors of requests with route, user and source, and no regular response', async () => {
      const headers = { 'x-user': 'u77', cookie: 'sid=hidden-cookie', authorization: 'Bearer hidden-header' }
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
      const body = new URLSearchParams({ card: 'hidden-body' })
      const form = { method: 'POST', body, headers: { ...headers, traceparent } }
      const statuses = [
        await server.status('/ok', { headers }),
        await server.status('/missing', { headers }),
        await server.status('/orders/7?card=hidden-query', form),
        await server.status('/cart', { headers }),
        await server.status('/warn'),
        await server.status('/handled'),
        await server.status('/log'),
        await server.status('/insert'),
        await server.status('/memory'),
        await server.status('/stock'),
      ]
      expect(statuses).toEqual([200, 404, 500, 500, 500, 200, 200, 500, 500, 500])
      const issues = await issuesOf(stage.account, app.project, 8)
      expect(countsOf(issues)).toEqual([
        'DomainException 1',
        'ErrorException 1',
        'FatalError 1',
        'Illuminate\\Database\\QueryException 1',
        'Illuminate\\View\\ViewException 1',
        'Message 1',
        'OverflowException 1',
        'RangeException 1',
      ])
      const order = await latestOf(stage.account, issues, 'DomainException')
      expect(order).toMatchObject({
        environment: 'production',
        user_id: 'u77',
        mechanism: { type: 'laravel', handled: false },
        contexts: {
          request: { method: 'POST', url: '/orders/7', route: 'orders/{id}' },
          trace: { trace_id: '0af7651916cd43dd8448eb211c80319c' },
        },
      })
      expect(order.exceptions[0]!.frames[0]).toMatchObject({
        function: 'charge',
        module: 'App\\OrderController',
        file: 'app/OrderController.php',
        in_app: true,
        context_line: expect.stringContaining('throw new \\DomainException'),
      })
      expect(order.breadcrumbs.map(({ category, message }) => [category, message])).toEqual([
        ['route', 'POST orders/{id}'],
        ['query', 'select * from orders where id = ? and card <> ?'],
      ])
      const stock = await latestOf(stage.account, issues, 'RangeException')
      expect(stock.breadcrumbs.filter(({ category }) => category === 'http')).toMatchObject([
        {
          message: `GET ${stage.server.url}/sdk/composer/packages.json`,
          data: { status: 200, ms: expect.any(Number) },
        },
      ])
      const query = await latestOf(stage.account, issues, 'Illuminate\\Database\\QueryException')
      expect(query.message).toMatch(/no such table: nowhere \(SQL: insert into nowhere values \(\?\)\)$/)
      const view = await latestOf(stage.account, issues, 'Illuminate\\View\\ViewException')
      const template = view.exceptions.flatMap(({ frames }) => frames).find(({ file }) => file?.endsWith('.blade.php'))
      expect(template).toMatchObject({
        file: 'resources/views/cart.blade.php',
        line: 3,
        in_app: true,
        context_line: '  <p>{{ $item->missing() }}</p>',
      })
      expect((await latestOf(stage.account, issues, 'OverflowException')).mechanism).toMatchObject({ handled: true })
      expect(await latestOf(stage.account, issues, 'Message')).toMatchObject({
        message: 'the stock is low',
        level: 'error',
        extra: { log: { sku: 'A-17', password: '[scrubbed]' } },
      })
      const warning = await latestOf(stage.account, issues, 'ErrorException')
      expect(warning.exceptions[0]!.frames[0]).toMatchObject({ file: 'app/ShopServiceProvider.php', in_app: true })
      expect((await latestOf(stage.account, issues, 'FatalError')).message).toContain('Allowed memory size')
      const all = await Promise.all(issues.map((issue) => eventsOf(stage.account, issue)))
      const sent = JSON.stringify(all, (name, value) => (/context_|_context$/.test(name) ? undefined : value))
      expect(sent).not.toContain('hidden')
    })

    it('waits once in each worker for a tracker that hangs, and loses nothing', async () => {
      const hanging = await openHanging()
      const away = await newApp('laravel hanging', hanging.url)
      const slow = await PhpServer.start(away.directory, { ...away.env, SHOP_TIMEOUT: '' })
      try {
        const began = performance.now()
        expect(await slow.status('/orders/1')).toBe(500)
        expect(await slow.status('/orders/1')).toBe(500)
        for (let i = 0; i < 60; i += 1) await slow.timeOf(i % 10 === 9 ? '/warn' : '/ok')
        expect(hanging.count()).toBeGreaterThan(0)
        // Each of the two workers may have begun one request before the circuit opened, for half a minute.
        const opened = 1 + Math.floor((performance.now() - began) / 30_000)
        expect(hanging.count()).toBeLessThanOrEqual(2 * opened)
      } finally {
        await slow.stop()
        hanging.close()
      }
      const flushed = await host.run(
        php,
        ['artisan', 'bugle:flush'],
        { ...away.env, ...back(away.project) },
        away.directory,
      )
      expect(flushed).toMatchObject({ code: 0 })
      const issues = await issuesOf(stage.account, away.project, 2, 8)
      expect(countsOf(issues)).toEqual(['DomainException 2', 'ErrorException 6'])
      expect(readFileSync(join(away.directory, 'storage/logs/laravel.log'), 'utf8')).not.toContain('Bugle\\')
    })
  }

  const back = (project: Project) => ({ BUGLE_ENDPOINT: stage.server.url, BUGLE_TOKEN: project.ingestToken })
})
