import { responseBody } from '@bugle/api-client'
import type { Context } from '../context.ts'

/** Undoes a decision on issues, within seven days. */
export async function run(context: Context, id: string): Promise<void> {
  const undone = await responseBody(context.api.POST('/api/undo/{id}', { params: { path: { id } } }))
  context.output.result(undone, () => 'Undone.')
}
