import { createSealer } from './adapters/sealer-aes.ts'
import { type Config, readOrMakeSecret } from './config.ts'

/** Seals what the database keeps of secrets, with BUGLE_SECRET. */
export function sealerOf(config: Config) {
  return createSealer({ secret: readOrMakeSecret(config), previous: config.BUGLE_SECRET_PREVIOUS })
}

/** Files in the outbox are for whoever runs the server: nobody is told of issues by them who did not ask for it. */
export function isMailedByDefault({ BUGLE_SMTP_URL: smtp }: Config): boolean {
  return smtp !== undefined
}
