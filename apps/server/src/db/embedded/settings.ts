import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import type { Account } from './account.ts'
import type { Recovery } from './embedded-database.ts'

interface Settings {
  readonly sharedBuffersMb: number
  readonly maxConnections: number
  readonly isArchived: boolean
  readonly recovery: Recovery | undefined
}

/**
 * Overwrites the configuration with ours. Settings of an administrator by ALTER SYSTEM are kept and take precedence.
 */
export async function writeSettings(cluster: string, account: Account, settings: Settings): Promise<void> {
  await replaceFile(join(cluster, 'postgresql.conf'), postgresqlConf(settings), account)
  await replaceFile(join(cluster, 'pg_hba.conf'), hostBasedAccess, account)
}

function postgresqlConf({ sharedBuffersMb, maxConnections, isArchived, recovery }: Settings): string {
  return `# Written by Bugle at every start. To change a setting permanently: ALTER SYSTEM SET ...

# Only a Unix socket, relative to the data directory: a short name wherever that is.
listen_addresses = ''
unix_socket_directories = '.'
unix_socket_permissions = 0700
max_connections = ${maxConnections}

# Acknowledged events are on disk.
fsync = on
synchronous_commit = on
full_page_writes = on

shared_buffers = ${sharedBuffersMb}MB
huge_pages = off
# A small installation needs no processes for read-ahead or replication, and few for parallel plans.
io_method = sync
max_wal_senders = 0
max_replication_slots = 0
max_logical_replication_workers = 0
max_worker_processes = 4
max_parallel_workers = 2
max_parallel_workers_per_gather = 0
jit = off

# Checkpoints are rare, because after each one the first change of a page writes the whole page. Compressing those pages
# took 8 % more of the backend's time and saved only 4 % of the log.
max_wal_size = 1GB
checkpoint_timeout = 15min
wal_compression = off

# Queues change quickly, so they are vacuumed more often than once a minute.
autovacuum = on
autovacuum_max_workers = 2
autovacuum_worker_slots = 4
autovacuum_naptime = 30s
autovacuum_vacuum_scale_factor = 0.1

# A plan over all partitions locks each of them with its indexes.
max_locks_per_transaction = 128
random_page_cost = 1.1
# The query of a killed client is cancelled.
client_connection_check_interval = 5s

# Logged to us, through standard error, tersely and without statements: details quote values of rows.
log_destination = 'stderr'
logging_collector = off
log_min_messages = warning
log_error_verbosity = terse
log_min_error_statement = panic
log_checkpoints = off
log_line_prefix = '%p %e '
cluster_name = 'bugle'

timezone = 'UTC'
log_timezone = 'UTC'
datestyle = 'iso, ymd'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.simple'
${isArchived ? archiving : ''}${recovery === undefined ? '' : recoveryConf(recovery)}`
}

// A file that is there already is the same one: the server was killed before it noted that it was copied.
const archiving = `
# Finished segments are copied into a folder, from which Bugle moves them to the archive; the current one at least each minute.
archive_mode = on
archive_timeout = 60s
archive_command = 'test -e bugle_log/%f || (cp %p bugle_log/%f.new && sync bugle_log/%f.new && mv bugle_log/%f.new bugle_log/%f && sync bugle_log)'
`

/**
 * Asks for a segment by an empty file; Bugle puts the segment into its own folder and deletes that file as its answer. The time
 * has a number for its zone, since names of zones are not known yet when the file is read. A status above 125 ends the recovery;
 * another one than 0 says that the archive has no such file.
 */
function recoveryConf({ to }: Recovery): string {
  return `
restore_command = 'touch bugle_wanted/%f; n=0; while [ -e bugle_wanted/%f ] && [ $n -lt 3000 ]; do sleep 0.1; n=$((n+1)); done; [ ! -e ../fetched/failed ] || exit 126; cp ../fetched/%f %p'
recovery_target_timeline = 'latest'
recovery_target_action = 'promote'
hot_standby = off
${to === undefined ? '' : `recovery_target_time = '${to.replace('Z', '+00')}'\n`}`
}

const hostBasedAccess = `# Written by Bugle at every start.
local all all scram-sha-256
`

/**
 * Replaces a file in the account's folder: writes a new one (never through a link that the account may have created)
 * and renames it.
 */
async function replaceFile(path: string, text: string, account: Account): Promise<void> {
  if ((await ignoreErrors(['ENOENT'], () => readFile(path, 'utf8'))) === text) return
  const fresh = `${path}.new`
  await rm(fresh, { force: true })
  // By its descriptor: between two calls by name, the account could put a link to another file there.
  const file = await open(fresh, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.chown(account.uid, account.gid)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, path)
}
