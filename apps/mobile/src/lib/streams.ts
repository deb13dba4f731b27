import { BodyStream } from '@bugle/client-state/stream/body-stream'

// Expo's fetch makes its bodies with it. Before anything that may fetch.
Object.assign(globalThis, { ReadableStream: BodyStream })
