/**
 * Owns the export and the erasure of what there is of one person, by the id that clients send or by one that stands for it. Everything it
 * changes it changes through the domain that owns it.
 */

export { workOnPeople } from './people.ts'
export { mountPeople } from './people-routes.ts'
export { evictExports, firstTurn, forgetOldExports, personRequestsChannel, requestsAreDue } from './people-store.ts'
