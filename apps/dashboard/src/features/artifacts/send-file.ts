import { ApiError, type Schemas } from '@bugle/api-client'
import { basePath } from '../../lib/base-path.ts'

export type UploadedFile = Schemas['UploadedFile']

/** Fields that a form has for a file besides its content. Empty fields are left out. */
export interface FileFields {
  release: string
  dist: string
  url: string
}

/**
 * Uploads a file and reports how many of its bytes have been sent, which fetch cannot.
 *
 * @throws {ApiError}
 */
export function sendFile(
  projectId: string,
  file: File,
  fields: FileFields,
  onSent: (bytes: number) => void,
): Promise<UploadedFile> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.append(name, value)
  form.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${basePath}/api/projects/${projectId}/artifacts`)
    request.setRequestHeader('X-Service-Client', 'web')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, file.size)))
    request.addEventListener('error', () =>
      reject(new ApiError({ status: 0, code: 'no_response', message: 'The server did not respond.', errors: {} })),
    )
    request.addEventListener('load', () => {
      const body = request.response as (Schemas['UploadResponse'] & Partial<Schemas['ErrorBody']>) | null
      const [uploaded] = body?.files ?? []
      if (request.status === 200 && uploaded !== undefined) return resolve(uploaded)
      const { code = 'unreadable', message = `The server responded with ${request.status}.` } = body ?? {}
      reject(new ApiError({ status: request.status, code, message, errors: {} }))
    })
    request.send(form)
  })
}
