/** Receives files, in one request or in chunks, inspects and stores them. */

export { ArtifactSpace, type TakesSpace } from './artifact-space.ts'
export { assembleJobs } from './assemble-upload.ts'
export { deleteArtifact, deleteArtifactsOf, openOriginal, storeFile, storeFiles } from './manage-artifacts.ts'
export { type FormPart, parseForm } from './parse-form.ts'
export { readUpload, type SentFile } from './read-upload.ts'
export { beginUpload, finishUpload, readUploadProgress, receiveChunk } from './receive-upload.ts'
export { forgetOldUploads } from './upload-store.ts'
