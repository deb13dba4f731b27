import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLong } from '../sdks/long.ts'
import {
  cache,
  type DoorProject,
  expectAllAccounted,
  hasCommand,
  installMaven,
  installNpm,
  installPython,
  openDoorStage,
  programs,
  run,
} from './door-stage.ts'
import { expectShown } from './expect-shown.ts'

// Sentry's SDKs in programs of their languages, sending by their DSN alone. Their events are compared with what is shown.

const stage = openDoorStage()

interface Family {
  name: string
  /** Runs the program to its end; or says what is missing here. */
  run: (dsn: string) => Promise<{ missing: string } | { output: string }>
}

const node = (version: string): Family => ({
  name: `@sentry/node ${version}`,
  run: async (dsn) => {
    const installed = installNpm(`node-${version}`, { '@sentry/node': version })
    if ('missing' in installed) return installed
    return run(process.execPath, [join(programs, 'node.mjs')], { SENTRY_DSN: dsn, SDK: installed.directory })
  },
})

const python = (version: string): Family => ({
  name: `sentry-sdk ${version}`,
  run: async (dsn) => {
    const installed = installPython(`sentry-sdk==${version}`)
    if ('missing' in installed) return installed
    return run('python3', [join(programs, 'program.py')], { SENTRY_DSN: dsn, PYTHONPATH: installed.directory })
  },
})

const go: Family = {
  name: 'sentry-go',
  run: async (dsn) => {
    if (!hasCommand('go', 'version')) return { missing: 'no go' }
    return run('go', ['run', '.'], { SENTRY_DSN: dsn }, join(programs, 'go'))
  },
}

const java: Family = {
  name: 'sentry-java',
  run: async (dsn) => {
    if (!hasCommand('mvn', '--version')) return { missing: 'no mvn' }
    const jar = installMaven('io.sentry', 'sentry', '8.62.0')
    if ('missing' in jar) return jar
    return run('java', ['-cp', jar.path, join(programs, 'Program.java')], { SENTRY_DSN: dsn })
  },
}

const rust: Family = {
  name: 'sentry-rust',
  run: async (dsn) => {
    if (!hasCommand('cargo', '--version')) return { missing: 'no cargo' }
    const env = { SENTRY_DSN: dsn, CARGO_TARGET_DIR: join(cache, 'rust') }
    return run('cargo', ['run', '--quiet', '--manifest-path', join(programs, 'rust/Cargo.toml')], env)
  },
}

const families = [
  ...[node('10.78.0'), python('2.75.0'), go],
  ...(isLong ? [node('7.120.4'), node('8.55.0'), node('11.8.0'), python('1.45.1'), java, rust] : []),
]

describe.each(families)('$name', ({ name, run: report }) => {
  it('is shown as it was sent', async ({ skip }) => {
    const project: DoorProject = await stage.newProject(name)
    const ran = await report(project.dsn)
    if ('missing' in ran) return skip(ran.missing)
    const events = project.sent('event').map(({ payload }) => payload as Record<string, unknown>)
    expect(events.length, ran.output).toBeGreaterThan(4)
    for (const sent of events) expectShown(sent, await project.eventOf(sent.event_id))
    const crash = events.find((sent) =>
      JSON.stringify(sent.exception ?? sent.message ?? '').includes('crash at the end'),
    )
    expect(crash, ran.output).toBeDefined()
    await expectAllAccounted(project)
  })
})
