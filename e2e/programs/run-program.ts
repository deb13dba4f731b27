import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Project } from '../harness/account.ts'

/** A program's output about an event it sent. */
export interface Reported {
  site: string
  sent: Record<string, unknown> & { exception_type: string; message: string; stack: string | null }
  status: number
  response: { event_id: string; issue_id: string }
}

/** Runs a program of this folder that throws and reports; returns its reports, one a line. */
export async function runProgram(tool: string, file: string, url: string, project: Project): Promise<Reported[]> {
  const { stdout } = await promisify(execFile)(tool, [fileURLToPath(new URL(file, import.meta.url))], {
    env: {
      ...process.env,
      INGEST_URL: `${url}/ingest` as const,
      INGEST_TOKEN: project.ingestToken,
      NO_PROXY: '127.0.0.1',
    },
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reported)
}
