import { OperatorError } from './admin/operator-error.ts'
import { makeProgram } from './admin/program.ts'
import { ConfigError, readConfig } from './config.ts'
import { EmbeddedDatabaseError } from './db/embedded/index.ts'
import { MigrationError } from './db/migrate.ts'
import { ForbiddenChange } from './domains/accounts/index.ts'
import { version } from './version.ts'
import { checkMailServer, objectPayloadsOf, sealerOf } from './wiring/from-config.ts'

// Entry point of `npm run admin -- …`. Operator mistakes are printed as one sentence; bugs keep their stack trace.

const expected = [OperatorError, ForbiddenChange, ConfigError, EmbeddedDatabaseError, MigrationError]

try {
  const config = readConfig(process.env)
  const program = makeProgram({
    config,
    version,
    sealer: () => sealerOf(config),
    objects: objectPayloadsOf(config),
    checkMailServer: () => checkMailServer(config),
    now: () => new Date(),
    print: (line) => console.log(line),
    fail: () => {
      process.exitCode = 1
    },
  })
  await program.parseAsync()
} catch (error) {
  if (!expected.some((kind) => error instanceof kind)) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}
