/** Files with errors: `init({ …, integrations: [attachments()] })`. */
export { attachments } from '@bugle/core'
