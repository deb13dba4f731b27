import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { unless } from './embedded-database-error.ts'

interface Settings {
  readonly sharedBuffersMb: number
}

/** Writes our configuration over whatever is there; what an administrator sets with ALTER SYSTEM stays and wins. */
export async function writeSettings(cluster: string, account: Account, settings: Settings): Promise<void> {
  await replaceFile(join(cluster, 'postgresql.conf'), postgresqlConf(settings), account)
  await replaceFile(join(cluster, 'pg_hba.conf'), hostBasedAccess, account)
}

function postgresqlConf({ sharedBuffersMb }: Settings): string {
  return `# Written by Bugle at every start. To change a setting for good: ALTER SYSTEM SET ...

# Reached through a Unix socket only, relative to the data directory: short wherever that lies.
listen_addresses = ''
unix_socket_directories = '.'
unix_socket_permissions = 0700
max_connections = 60

# What was acknowledged is on disk.
fsync = on
synchronous_commit = on
full_page_writes = on

shared_buffers = ${sharedBuffersMb}MB
huge_pages = off
# No processes for reading ahead, replication or parallel plans in a small installation.
io_method = sync
max_wal_senders = 0
max_replication_slots = 0
max_logical_replication_workers = 0
max_worker_processes = 4
max_parallel_workers = 2
max_parallel_workers_per_gather = 0
jit = off

# A checkpoint makes the next change of every page write the page whole: rarely, then. Compressing those pages took 8 %
# more of the backend's time and saved 4 % of the log: not worth it.
max_wal_size = 1GB
checkpoint_timeout = 15min
wal_compression = off

# Queues turn over quickly; look after them more often than once a minute.
autovacuum = on
autovacuum_max_workers = 2
autovacuum_worker_slots = 4
autovacuum_naptime = 30s
autovacuum_vacuum_scale_factor = 0.1

# A plan over all partitions locks each of them with its indexes.
max_locks_per_transaction = 128
random_page_cost = 1.1
# A client that was killed does not keep its query running.
client_connection_check_interval = 5s

# To us, through standard error. Terse and without statements: details quote the values of rows.
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
`
}

const hostBasedAccess = `# Written by Bugle at every start.
local all all scram-sha-256
`

/** The folder belongs to the account: write a new file beside (never through a link it may have left) and rename it. */
async function replaceFile(path: string, text: string, account: Account): Promise<void> {
  if ((await unless(['ENOENT'], () => readFile(path, 'utf8'))) === text) return
  const fresh = `${path}.new`
  await rm(fresh, { force: true })
  // By its descriptor: between two calls by name the account could put a link to another's file there.
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
