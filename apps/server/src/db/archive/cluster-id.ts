import { open } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns PostgreSQL's identifier of a cluster, which all its copies share. It is the first number of the control file,
 * `ControlFileData.system_identifier`; the processors that the embedded database is built for store the lowest byte first.
 */
export async function clusterIdOf(cluster: string): Promise<string> {
  const file = await open(join(cluster, 'global', 'pg_control'))
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return String(buffer.readBigUInt64LE())
  } finally {
    await file.close()
  }
}
