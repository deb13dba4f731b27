import type { BodyOf, Schemas } from '@bugle/api-client'

export type Issue = Schemas['Issue']
export type Change = BodyOf<'/api/issues/{id}', 'patch'>
export type Frame = Schemas['FrameView']
export type Project = Schemas['Project']
export type Refusals = Schemas['Outcomes']['refused'][number]
export type Loader = Schemas['Loader']
export type EventView = Schemas['EventView']
export type ActivityEntry = Schemas['ActivityEntry']
