/** Properties by which a release is compared: its name, and when it was first seen. */
export interface KnownRelease {
  version: string
  firstSeenAt: Date
}

/**
 * Determines which of two releases is newer: by semantic version with build number if both have one, otherwise by when
 * they were first seen. Versions may follow a name (`shop@1.2.3`, `com.example.shop 1.2.3 (45)`).
 *
 * @returns below 0 if `a` is older, 0 if they are equal, above 0 if `a` is newer
 * @example compareReleases({ version: 'shop@1.10.0', … }, { version: 'shop@1.9.3', … }) // > 0
 */
export function compareReleases(a: KnownRelease, b: KnownRelease): number {
  if (a.version === b.version) return 0
  const [one, other] = [parseVersion(a.version), parseVersion(b.version)]
  if (one !== undefined && other !== undefined) return compareVersions(one, other)
  return a.firstSeenAt.getTime() - b.firstSeenAt.getTime()
}

interface Version {
  numbers: number[]
  prerelease: string[]
  build: string[]
}

/** https://semver.org, with two to four numbers, and a build number in brackets as on iOS and Android. */
const pattern =
  /(?:^|[@ /_])v?(\d{1,9}(?:\.\d{1,9}){1,3})(?:-([0-9a-z][0-9a-z.-]{0,99}))?(?:\+([0-9a-z][0-9a-z.-]{0,99})| ?\((\d{1,12})\))?$/i

function parseVersion(text: string): Version | undefined {
  const match = pattern.exec(text.slice(-250).trim())
  if (match === null) return undefined
  const [, numbers, prerelease, build, bracketed] = match
  return {
    numbers: numbers!.split('.').map(Number),
    prerelease: prerelease?.split('.') ?? [],
    build: (build ?? bracketed)?.split('.') ?? [],
  }
}

function compareVersions(a: Version, b: Version): number {
  for (let index = 0; index < 4; index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  // A pre-release is older than its release.
  if ((a.prerelease.length === 0) !== (b.prerelease.length === 0)) return a.prerelease.length === 0 ? 1 : -1
  return compareParts(a.prerelease, b.prerelease) || compareParts(a.build, b.build)
}

function compareParts(a: string[], b: string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [one, other] = [a[index], b[index]]
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1
    const numbers = [one, other].map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : undefined))
    const [left, right] = numbers
    if (left !== undefined && right !== undefined) {
      if (left !== right) return left - right
    } else if (left !== right) {
      return left === undefined ? 1 : -1 // numbers precede words
    } else if (one !== other) {
      return one < other ? -1 : 1
    }
  }
  return 0
}
