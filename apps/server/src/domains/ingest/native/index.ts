/** Owns Bugle's own way in: POST /ingest with the endpoints beside it, and the preview of what it would do. */
export { mountPreviewRoutes } from './preview-routes.ts'
export { mountIngestRoutes } from './routes.ts'
