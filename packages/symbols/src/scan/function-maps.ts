import { maxNameBytes } from '../limits.ts'
import { broken } from '../refusal.ts'
import type { JsonReader } from './json.ts'
import type { MapVisitor, MetroFunctionMap } from './map-visitor.ts'

/** Bounds of the function map of one source. */
const maxFunctionMapBytes = 1024 * 1024
const maxFunctionNames = 50_000

/** Reads `x_facebook_sources`, an entry for each source. */
export async function readFunctionMaps(json: JsonReader, visitor: MapVisitor): Promise<void> {
  if (!(await json.isArray())) return json.null()
  await json.eachItem(async () => visitor.functionMap(await readMetadata(json)))
}

/** Reads what Metro notes of a source: an array, whose first item is the function map. */
async function readMetadata(json: JsonReader): Promise<MetroFunctionMap | undefined> {
  let map: MetroFunctionMap | undefined
  if (!(await json.isArray())) await json.skip()
  else {
    await json.eachItem(async (index) => {
      if (index === 0 && (await json.isObject())) map = await readFunctionMap(json)
      else await json.skip()
    })
  }
  return map
}

async function readFunctionMap(json: JsonReader): Promise<MetroFunctionMap> {
  const map: MetroFunctionMap = { names: [], mappings: '' }
  await json.eachMember(async (key) => {
    if (key === 'mappings') map.mappings = await json.text(maxFunctionMapBytes)
    else if (key === 'names') await json.eachItem(async () => addName(map, await json.text(maxNameBytes)))
    else await json.skip()
  })
  return map
}

function addName({ names }: MetroFunctionMap, name: string): void {
  if (names.push(name) > maxFunctionNames) throw broken('too many functions in a source')
}
