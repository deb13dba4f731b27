/** Reads the body of an event, from its segment or its pack, with its screenshot and attachments. */

export {
  type AttachmentRecord,
  addAttachments,
  findAttachment,
  findAttachments,
  maxAttachmentBytes,
  maxAttachments,
  storeAttachments,
} from './attachment-store.ts'
export { type BodySource, findBody, findBodyInSegment, findScreenshot, readBodies, readSegments } from './body-store.ts'
export {
  attachLateFiles,
  dropLateFiles,
  filesAreLate,
  findLateFiles,
  keepLateAttachments,
} from './late-attachment-store.ts'
export { readRaw, readRaws } from './read-raw.ts'
export { cutScreenshot, decodeScreenshot } from './screenshot.ts'
