// Usage: import { loadedPackages } from './loaded-packages.mjs'

/** Packages that scripts/build-server.mjs leaves out of the bundle, beside the embedded PostgreSQL: they have files of their own. */
export const loadedPackages = ['@node-rs/argon2', '@fastify/swagger-ui']
