/**
 * Least time between two batches of digest. A batch of one event costs nearly as much as one of dozens; ten events a second
 * make five batches, each visible within a quarter of a second.
 */
export const digestPaceMs = 200
