import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { notApart } from './scripts/apart-tests.mjs'
import { maxWorkers } from './scripts/test-connections.mjs'

/** React Native is not installed: unit tests see a stand-in for the modules the SDK imports, `test:expo` the real ones. */
const standIn = fileURLToPath(new URL('sdks/javascript/react-native/src/testing/react-native.ts', import.meta.url))

/** Unit tests that measure processor time, which is known of a process, not of a thread. */
const cost = '**/*.cost.test.ts'

/** The one part of the server whose tests, beside their source, start a PostgreSQL of their own. */
const embeddedDatabase = 'apps/server/src/db/embedded/**/*.test.ts'

/** Whether each file of the server's tests runs in one project only: over two databases if it can, else over one. */
const isOnce = process.env.SERVER_TESTS_ONCE !== undefined

/** Components of the dashboard, in a document without a browser. */
const dom = 'apps/dashboard/src/**/*.test.tsx'

/**
 * Runs the files of a project one after another. Vitest keeps a worker, and what it has loaded, only while the next file
 * in the queue is of the same project, so in a mixed queue each file would load the server anew. Long files come first.
 */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['e2e', 'server', 'server-apart', 'unit-dom', 'unit', 'unit-cost']
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => order.indexOf(one.project.name) - order.indexOf(other.project.name))
  }
}

/**
 * The folder of a test decides its project. `unit`: beside its source, without a database. `server`: in `test/`, stories
 * through HTTP, each file on a database of its own. `e2e`: the built product from outside.
 */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Polled conditions take longer on a slow machine than the default of one second.
    expect: { poll: { timeout: 60_000 } },
    // One more than there are processors: tests of the whole product wait much of their time. The database that the server's
    // tests share allows their connections.
    maxWorkers: Math.min(maxWorkers, availableParallelism() + 1),
    sequence: { sequencer: ProjectByProject },
    projects: [
      {
        extends: true,
        resolve: { alias: { 'react-native': standIn } },
        test: {
          name: 'unit',
          include: [
            '{apps,packages,sdks/javascript}/*/src/**/*.test.{ts,tsx}',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
            'site/src/**/*.test.ts',
          ],
          // Jest runs the components of the mobile app, on React Native's own renderer: e2e/mobile/components.test.ts.
          exclude: [...configDefaults.exclude, embeddedDatabase, 'apps/mobile/**', cost, dom],
          // Threads are cheaper to start than processes, and load the modules that files share once.
          pool: 'threads',
          isolate: false,
          // Packages of hundreds of small files.
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: ['typebox', 'typebox/compile', 'typebox/format', 'typebox/schema', 'typebox/value', 'kysely'],
              },
            },
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-dom',
          include: [dom],
          environment: 'happy-dom',
          setupFiles: ['apps/dashboard/src/testing/close-toasts.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-cost',
          include: [cost],
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: isOnce
            ? ['{apps/!(server),packages/*,sdks/javascript/*}/test/**/*.test.ts', ...notApart, embeddedDatabase]
            : ['{apps,packages,sdks/javascript}/*/test/**/*.test.ts', embeddedDatabase],
          globalSetup: ['apps/server/test/global-setup.ts'],
          setupFiles: ['apps/server/test/setup.ts'],
          // Loading the server is the slowest part of a file. Its modules hold no state, so a worker loads them once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server-apart',
          include: ['apps/server/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...notApart],
          env: { BUGLE_TEST_APART: '1' },
          globalSetup: ['apps/server/test/global-setup.ts'],
          setupFiles: ['apps/server/test/setup.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 120_000 } },
          globalSetup: ['e2e/global-setup.ts'],
        },
      },
    ],
  },
})
