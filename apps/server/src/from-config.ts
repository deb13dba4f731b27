import { createSealer } from './adapters/sealer-aes.ts'
import type { Config } from './config.ts'
import { readOrMakeSecret } from './secret-file.ts'

/** Creates the sealer that encrypts stored secrets with BUGLE_SECRET. */
export function sealerOf(config: Config) {
  return createSealer({ secret: readOrMakeSecret(config), previous: config.BUGLE_SECRET_PREVIOUS })
}

/**
 * Whether members are mailed about issues unless they object. Not if mails are only files for the operator: a person
 * gets those by choice.
 */
export function isMailedByDefault({ BUGLE_SMTP_URL: smtp }: Config): boolean {
  return smtp !== undefined
}
