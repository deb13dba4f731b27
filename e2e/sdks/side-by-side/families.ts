import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Project } from '../../harness/account.ts'
import { bundleReactNative } from '../../sentry/families.ts'
import { installNpm } from '../../sentry/installs.ts'
import { Dart, findDart } from '../dart.ts'
import { autoload, PhpHost } from '../php-host.ts'
import type { Stage } from '../stage.ts'
import { type Intended, stackOfMessage } from './compare.ts'
import type { Expected } from './facts.ts'

/** A language whose SDK of Sentry cannot be had everywhere: its requests are recorded. */
export interface Family {
  name: 'php' | 'dart' | 'react-native'
  /** The part of Sentry's SDK that `--sentry` names; undefined: it is installed from npm. */
  needs?: string
  sentry: Expected
  ours: Expected
  /** Differences that are meant, beside those of all families. */
  intended: Intended
  /** The reason why neither SDK can run here. */
  missing?: string
  /** Runs the shop twice with our SDK, the second time to its crash. */
  runOurs: (stage: Stage, project: Project) => Promise<void>
  /** Does so with Sentry's; returns the folders of program and SDK. */
  runSentry: (stage: Stage, dsn: string, path: string) => Promise<string[]>
}

const namesMachine: Intended[number] = [
  /: other tags$/,
  'Sentry tags the name of the machine or facts about its SDK; ours says what it is, and which system and device it ran on',
]

const programs = fileURLToPath(new URL('.', import.meta.url))

const php: Family = {
  name: 'php',
  needs: 'vendor/autoload.php of a project with sentry/sentry',
  sentry: { issues: 5, events: 9, monitors: 2, sessions: 0, feedback: 0 },
  ours: { issues: 4, events: 7, monitors: 2, sessions: 0 },
  intended: [
    [/^feedback: /, 'Sentry’s SDK for PHP sends no feedback'],
    [/: attachments$/, 'Nor does it send attachments'],
    [/: dist$/, 'Nor has it a setting for dist'],
    [/^issue ErrorException$/, 'A warning of PHP is a breadcrumb of ours; errorTypes makes it an error'],
    [/^issue Error: level$/, 'An exception that ends the program is fatal in all of our SDKs'],
    [/^issue Message: handled$/, 'Our events say how they were reported, also when the program did it'],
    namesMachine,
  ],
  runOurs: async (stage, project) => {
    const host = new PhpHost()
    try {
      const env = { TOKEN: project.ingestToken, ENDPOINT: stage.server.url, STORE: join(host.directory, 'store') }
      await runPhp(host, ['bugle'], { AUTOLOAD: autoload, ...env })
    } finally {
      host.remove()
    }
  },
  runSentry: async (_, dsn, path) => {
    const host = new PhpHost()
    try {
      await runPhp(host, ['sentry'], { AUTOLOAD: path, DSN: dsn })
    } finally {
      host.remove()
    }
    return [host.directory, dirname(path)]
  },
}

async function runPhp(host: PhpHost, args: string[], env: Record<string, string>): Promise<void> {
  cpSync(join(programs, 'php'), host.directory, { recursive: true })
  const shop = ['-d', 'display_errors=stderr', join(host.directory, 'shop.php'), ...args]
  expect(await host.run('php', shop, env)).toMatchObject({ code: 0, stdout: '' })
  expect(await host.run('php', [...shop, 'crash'], env)).toMatchObject({ code: 255, stdout: '' })
}

const foundDart = findDart()

const dart: Family = {
  name: 'dart',
  needs: 'package_config.json of a project with package:sentry',
  sentry: { issues: 3, events: 5, monitors: 0, sessions: 0 },
  ours: { issues: 4, events: 7, monitors: 2, sessions: 0 },
  intended: [
    [/^monitor |^issue MonitorFailure$/, 'package:sentry has no monitors'],
    [/^issue (?:Message|StockError): handled$/, 'Our events say how they were reported, also when the program did it'],
    stackOfMessage,
    namesMachine,
  ],
  ...('missing' in foundDart ? foundDart : {}),
  runOurs: async (stage, project) => {
    const vm = new Dart('path' in foundDart ? foundDart.path : '')
    try {
      const env = { TOKEN: project.ingestToken, ENDPOINT: stage.server.url, STORE: join(vm.directory, 'store') }
      expect(await vm.run([join(programs, 'dart/bugle.dart')], env)).toMatchObject({ code: 0, stderr: '' })
      expect(await vm.run([join(programs, 'dart/bugle.dart'), 'crash'], env)).toMatchObject({ code: 255 })
    } finally {
      vm.remove()
    }
  },
  runSentry: async (_, dsn, path) => {
    const vm = new Dart('path' in foundDart ? foundDart.path : '')
    try {
      for (const args of [[], ['crash']])
        expect(
          await vm.startWith(path, [join(programs, 'dart/sentry.dart'), ...args], { DSN: dsn }).ended,
        ).toMatchObject({ code: args.length, stdout: '' })
    } finally {
      vm.remove()
    }
    return [programs.slice(0, -1), dirname(path)]
  },
}

const reactNativeVersion = '8.20.0'

const reactNative: Family = {
  name: 'react-native',
  sentry: { issues: 3, events: 5, monitors: 0, sessions: 0 },
  ours: { issues: 5, events: 9, monitors: 2 },
  intended: [
    [/^release /, 'Sentry’s sessions come from its native half, without which it ran here'],
    [/: (?:platform|named contexts)$/, 'So do its facts about device and system'],
    [/^monitor |^issue MonitorFailure$/, 'Sentry’s SDK for React Native has no monitors'],
    [/^issue RangeError$/, 'So the failed job is reported by our withMonitor alone'],
    stackOfMessage,
    namesMachine,
  ],
  runOurs: async ({ host, server }, project) => {
    const env = {
      ...{ SDK: './phone.mjs', TOKEN: project.ingestToken, ENDPOINT: server.url },
      STORE: join(host.directory, project.id),
    }
    const shop = join(host.directory, 'node.mjs')
    expect(await host.run([shop], env)).toMatchObject({ code: 0, stderr: '' })
    expect(await host.run([shop, 'crash'], env)).toMatchObject({ code: 1 })
  },
  runSentry: async ({ host }, dsn) => {
    const packages = { '@sentry/react-native': reactNativeVersion }
    const installed = installNpm(`react-native-${reactNativeVersion}`, packages, ['--legacy-peer-deps'])
    if ('missing' in installed) throw new Error(installed.missing)
    const bundle = join(host.directory, 'react-native-sentry.bundle.mjs')
    await bundleReactNative(join(host.directory, 'react-native-sentry.mjs'), installed.directory, bundle)
    expect(await host.run([bundle], { DSN: dsn })).toMatchObject({ code: 0 })
    expect(await host.run([bundle, 'crash'], { DSN: dsn })).toMatchObject({ code: 1 })
    return [host.directory, installed.directory]
  },
}

export const families = [php, dart, reactNative]
