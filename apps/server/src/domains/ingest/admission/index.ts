/**
 * Owns what every way in shares: who may send, the checks before a body is read, its bytes, and the responses. Each way
 * declares its own list of checks.
 */
export {
  admit,
  checkDeclaredLength,
  checkFreeSpace,
  checkLoad,
  checkRate,
  checkSubscription,
  type IngestDeps,
} from './admission.ts'
export { asKey, keyOfDsn } from './credentials.ts'
export { DecodeTurns } from './decode-turns.ts'
export { type DsnDeps, type DsnRequest, type DsnResult, newKeylessBudget } from './dsn-request.ts'
export { type DsnReply, type DsnRoute, idReply, jsonReply, mountDsnRoutes, projectPath } from './dsn-routes.ts'
export { holdBody } from './hold-body.ts'
export { liveToken, refuseWhileAway } from './live-token.ts'
export { parseJson } from './parse-json.ts'
export { BodyCut, isSmallCompressed, readBody, readChunks } from './read-body.ts'
export {
  AppIdMismatch,
  detailOf,
  dropReasons,
  IngestRefusal,
  idsOf,
  overloaded,
  rateLimited,
  refuseOverloaded,
} from './refusals.ts'
export { corsHeaders, send } from './respond.ts'
export { addShortcut } from './shortcut.ts'
export { type FindTokens, type KnownToken, TokenCache } from './token-cache.ts'
