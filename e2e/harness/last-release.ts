import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Until a release is tagged, a commit stands for it, from before the last migrations.
const untilTagged = '2be8472f'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const describeTag = ['describe', '--tags', '--abbrev=0', '--match=v*']
const tagged = spawnSync('git', describeTag, { cwd: repository, encoding: 'utf8' }).stdout.trim()

/** The tag or commit whose data this code must upgrade. BUGLE_LAST_RELEASE names another one. */
export const lastRelease = process.env.BUGLE_LAST_RELEASE ?? (tagged === '' ? untilTagged : tagged)
