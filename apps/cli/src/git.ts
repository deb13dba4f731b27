import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { BodyOf } from '@bugle/api-client'
import { misuse } from './failure.ts'

type PutReleaseBody = BodyOf<'/api/projects/{id}/releases/{version}', 'put'>

/** The parts of a release that its repository knows. */
export type GitFacts = Pick<PutReleaseBody, 'commit' | 'ref' | 'repository' | 'commits'>

const run = promisify(execFile)
/** As many as the server keeps. */
const maxCommits = 20
const separators = { field: '\u001f', commit: '\u001e' }

/**
 * Reads commit, branch or tag, remote and the latest commits of the repository of a folder.
 *
 * @param since the commit of the release before; by default the latest twenty commits are read
 */
export async function readGit(directory: string, since?: string): Promise<GitFacts> {
  const git = async (...args: string[]) =>
    (await run('git', args, { cwd: directory, maxBuffer: 1 << 24 })).stdout.trim()
  const commit = await git('rev-parse', 'HEAD').catch(() => {
    throw misuse(`${directory} is in no git repository with commits. Leave out --commit auto, or name the commit.`)
  })
  const ref = await git('describe', '--tags', '--exact-match').catch(() => git('rev-parse', '--abbrev-ref', 'HEAD'))
  const remote = await git('remote', 'get-url', 'origin').catch(() => '')
  const format = ['%H', '%an', '%ae', '%cI', '%s'].join(separators.field) + separators.commit
  const range = since === undefined ? 'HEAD' : `${since}..HEAD`
  const log = await git('log', `--max-count=${maxCommits}`, `--format=${format}`, range)
  const repository = withoutSecrets(remote)
  return {
    commit,
    ref,
    ...(repository === '' ? {} : { repository: repository.slice(0, 200) }),
    commits: log.split(separators.commit).flatMap((text) => toCommit(text.trim())),
  }
}

/** Removes user and password, which CI puts into addresses. */
export function withoutSecrets(remote: string): string {
  return remote.replace(/^([a-z+]+:\/\/)[^@/]*@/i, '$1')
}

function toCommit(text: string): NonNullable<GitFacts['commits']> {
  const [id, author_name, author_email, committed_at, message] = text.split(separators.field)
  if (!id) return []
  const named = Object.entries({ author_name, author_email }).filter(([, value]) => value)
  return [
    {
      id,
      ...Object.fromEntries(named.map(([name, value]) => [name, value!.slice(0, 200)])),
      ...(committed_at ? { committed_at: new Date(committed_at).toISOString() } : {}),
      ...(message ? { message: message.slice(0, 2000) } : {}),
    },
  ]
}
