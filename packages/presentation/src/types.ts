import type { BodyOf, Schemas } from '@bugle/api-client'

export type Issue = Schemas['Issue']
type ChangeBody = BodyOf<'/api/issues/{id}', 'patch'>
/** A change as the apps decide it: what stays is left out, though null would say so as well. */
export type Change = Omit<ChangeBody, 'status'> & { status?: NonNullable<ChangeBody['status']> }
export type Frame = Schemas['FrameView']
export type Project = Schemas['Project']
export type Refusals = Schemas['Outcomes']['refused'][number]
export type Loader = Schemas['Loader']
export type EventView = Schemas['EventView']
export type ActivityEntry = Schemas['ActivityEntry']
