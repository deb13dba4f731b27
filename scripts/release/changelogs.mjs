// Usage: import { changelogs, describesVersion } from './changelogs.mjs'

/** The changelogs of what is published; a release needs a section in each. Pub shows those of the Dart packages. */
export const changelogs = [
  'CHANGELOG.md',
  'sdks/javascript/CHANGELOG.md',
  'apps/cli/CHANGELOG.md',
  'sdks/dart/core/CHANGELOG.md',
  'sdks/dart/flutter/CHANGELOG.md',
]

/**
 * Whether a changelog has a section of a version.
 *
 * @param {string} text
 * @param {string} version
 */
export function describesVersion(text, version) {
  return `\n${text}`.includes(`\n## ${version}\n`)
}
