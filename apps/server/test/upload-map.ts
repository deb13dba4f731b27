import { type Reporter, until } from './reporter.ts'

/** Uploads a map with its fields, waits for its index, and returns the id of the artifact. */
export async function uploadMap(app: Reporter, map: string, fields: Record<string, string> = {}): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([map]), 'app.js.map')
  const encoded = new Response(form)
  const path = `/api/projects/${app.project.id}/artifacts` as const
  const { body } = await app.session.request('POST', path, {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    rawBody: new Uint8Array(await encoded.arrayBuffer()),
  })
  const id = body.files[0]!.artifact_id!
  await until(
    async () => (await app.session.request('GET', `${path}/${id}`)).body.artifact.state,
    (state) => state !== 'indexing',
  )
  return id
}
