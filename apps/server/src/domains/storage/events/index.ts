/** Rows of events, which lists and counts are read from. */

export { cleanText, cleanTextToBytes } from './clean-text.ts'
export { clientKeyOf, derivedBits, findEventByClientId, firstIdAt, ownKeyOf } from './client-event-store.ts'
export { countedTags } from './counted-tags.ts'
export { insertEvents, type ProjectTouch, touchProjects } from './event-store.ts'
