import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Persona } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'

/** A picture in one colour. */
export async function png(background = '#0e3f47'): Promise<Buffer> {
  return await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}

export const UPLOAD = { contentType: 'image/png', cacheControl: '3600', upsert: false } as const

/** Uploads into the member's own folder. @returns the path inside the bucket. */
export async function putPicture(who: Persona, bucket: string, name = `${randomUUID()}.png`): Promise<string> {
  return expectAllowed(await who.storage.from(bucket).upload(`${who.user.id}/${name}`, await png(), UPLOAD)).path
}

/** The address of a file as stored. */
export const stored = (bucket: string, path: string) => `/storage/v1/object/public/${bucket}/${path}`

/** Creates an active carp of the week that is open now. @returns its ID. */
export async function carpOfTheWeek({ row }: MemberArea): Promise<string> {
  const game = await row(
    `insert into public.games (type, title, start_date, end_date, status)
      values ('carp_of_week', 'Carp', now() - interval '1 hour', now() + interval '1 day', 'active') returning id`,
  )
  return String(game?.id)
}
