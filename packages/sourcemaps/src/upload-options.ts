import type { ApiClient } from '@bugle/api-client'
import type { Platform } from '@bugle/protocol/vocabulary'
import type { RetryOptions } from './retry.ts'

/** The server's project that receives an upload. */
export interface UploadTarget {
  api: ApiClient
  projectId: string
}

export interface UploadOptions extends RetryOptions {
  release?: string | undefined
  dist?: string | undefined
  platform?: Platform | undefined
  /** The Expo update that the files belong to. */
  updateId?: string | undefined
  /** Waits until the files can be used. */
  wait?: boolean
  onProgress?: ((progress: UploadProgress) => void) | undefined
}

/** How far an upload is. */
export interface UploadProgress {
  step: 'sending' | 'indexing'
  /** Bytes that have arrived, of those that the server lacked; uncompressed. */
  sentBytes: number
  totalBytes: number
  /** Files that are done, of all. */
  doneFiles: number
  files: number
}
