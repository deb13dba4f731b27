import { afterEach, beforeEach, it } from 'vitest'
import { makeSituations } from '../../../../e2e/sdks/situations.mjs'
import { cases, expectAsDescribed } from '../../core/src/testing/conformance.ts'
import * as bugle from './index.ts'
import { Device } from './testing/device.ts'

let device: Device

beforeEach(() => {
  device = new Device()
  device.plugIn()
})

afterEach(() => device.unplug())

it.each(cases)('sends $name as every SDK does', async (one) => {
  await makeSituations(bugle, [one], 'http://bugle.test')
  expectAsDescribed(device.sent, one)
})
