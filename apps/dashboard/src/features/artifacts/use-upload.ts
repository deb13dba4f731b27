import { artifactKeys } from '@bugle/client-state/keys/artifact-keys'
import { t } from '@bugle/presentation/i18n'
import { reasonText } from '@bugle/presentation/reason-text'
import { limits } from '@bugle/protocol/vocabulary'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../../components/notice.tsx'
import type { PathFile } from './dropped-files.ts'
import { type FileFields, sendFile } from './send-file.ts'

/** The progress or outcome of one file. */
export interface UploadItem {
  path: string
  bytes: number
  sent: number
  state: 'waiting' | 'sending' | 'accepted' | 'duplicate' | 'ignored' | 'failed'
  /** Why it was not accepted. */
  reason?: string
}

/** Room for the other fields of the form. */
const formBytes = 64 * 1024

/** Uploads files one after the other. A second call waits for nothing: the list continues with its files. */
export function useUpload(projectId: string) {
  const client = useQueryClient()
  const [items, setItems] = useState<UploadItem[]>([])
  const [isBusy, setBusy] = useState(false)
  const put = (path: string, change: Partial<UploadItem>) =>
    setItems((known) => known.map((item) => (item.path === path ? { ...item, ...change } : item)))

  async function send({ file, path }: PathFile, fields: FileFields): Promise<void> {
    if (file.size > limits.uploadBytes - formBytes)
      return put(path, { state: 'failed', reason: t('Over 32 MB. The command line sends it in parts.') })
    put(path, { state: 'sending' })
    try {
      const { state, reason } = await sendFile(projectId, file, fields, (sent) => put(path, { sent }))
      put(path, { state, sent: file.size, ...(reason === null ? {} : { reason: reasonText(reason) }) })
    } catch (error) {
      put(path, { state: 'failed', reason: reasonOf(error) })
    }
  }

  async function upload(files: PathFile[], { prefix, ...fields }: Omit<FileFields, 'url'> & { prefix: string }) {
    setItems(files.map(({ file, path }) => ({ path, bytes: file.size, sent: 0, state: 'waiting' })))
    setBusy(true)
    for (const file of files) await send(file, { ...fields, url: addressOf(file.path, prefix) })
    setBusy(false)
    await client.invalidateQueries({ queryKey: artifactKeys.all(projectId) })
  }

  return { items, isBusy, upload }
}

/**
 * Returns the address of the generated file that an uploaded file belongs to.
 *
 * @example addressOf('assets/app.js.map', '~/shop') // '~/shop/assets/app.js'
 */
export function addressOf(path: string, prefix: string): string {
  const directory = prefix.trim() === '' ? '~/' : prefix.trim().replace(/\/?$/, '/')
  return `${directory}${path.replace(/\.map$/i, '')}`
}
