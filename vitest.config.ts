import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** React Native is not installed: its client is tested with what it imports of it, and as a whole by `test:expo`. */
const standIn = fileURLToPath(new URL('sdks/javascript/react-native/src/testing/react-native.ts', import.meta.url))

/**
 * `server` holds the rules and the stories through HTTP, each file with a database of its own; `e2e` runs the
 * built product.
 */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // What is waited for comes late on a slow machine; by default it would have a second.
    expect: { poll: { timeout: 20_000 } },
    // The database of the tests takes 60 connections; a file uses up to ten.
    maxWorkers: Math.min(4, availableParallelism()),
    // Loading the server is the dearest part of a file: a worker does it once. No test replaces a module.
    isolate: false,
    projects: [
      {
        extends: true,
        resolve: { alias: { 'react-native': standIn } },
        test: {
          name: 'server',
          include: [
            'apps/*/src/**/*.test.ts',
            'apps/*/test/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'sdks/javascript/*/{src,test}/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          globalSetup: ['apps/server/test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          globalSetup: ['e2e/global-setup.ts'],
        },
      },
    ],
  },
})
