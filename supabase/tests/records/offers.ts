import type { SupabaseClient } from '@supabase/supabase-js'
import type { Persona } from '../../../test-support/personas.ts'
import { type Catch, logged } from '../catches/club.ts'
import { putPicture } from '../files/pictures.ts'
import { expectAllowed } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'

/** Logs a mirror for all members with a photo, unless told otherwise. @returns its ID. */
export const photographed = async (who: Persona, fields: Partial<Catch> = {}): Promise<string> =>
  (await logged(who, { photo_path: await putPicture(who, 'catch-photos'), ...fields })).id

export const offer = (who: SupabaseClient, catch_id: string) => who.rpc('offer_record', { catch_id })
export const withdraw = (who: SupabaseClient, catch_id: string) => who.rpc('withdraw_record', { catch_id })
export const decide = (who: SupabaseClient, id: string, decision: string, reason?: string) =>
  who.rpc('decide_record', { id, decision, ...(reason !== undefined && { reason }) })
export const undo = (who: SupabaseClient, id: string) => who.rpc('undo_record', { id })

export interface OfferRow {
  id: string
  catch_id: string
  decision: string | null
  reason: string
  decided_by: string | null
}

/** The offer of a catch as the owner of the database finds it. */
export const offerOf = async (area: MemberArea, catchId: string) =>
  (await area.row('select id, catch_id, decision, reason, decided_by from private.record_offers where catch_id = $1', [
    catchId,
  ])) as OfferRow | undefined

/** A catch that is offered. @returns the IDs of catch and offer. */
export async function offered(area: MemberArea, who: Persona, fields: Partial<Catch> = {}) {
  const catchId = await photographed(who, fields)
  expectNone(await offer(who, catchId))
  return { catchId, id: (await offerOf(area, catchId))?.id ?? '' }
}

/** A catch that an admin has verified. @returns its ID. */
export async function verified(area: MemberArea, who: Persona, fields: Partial<Catch> = {}): Promise<string> {
  const { catchId, id } = await offered(area, who, fields)
  expectNone(await decide(area.admin, id, 'verify'))
  return catchId
}

/** Expects success of a function that returns nothing. */
export function expectNone(answer: { error: { message: string } | null; data: unknown }): void {
  expectAllowed({ error: answer.error, data: true })
}

export interface Held {
  catch_id: string
  variety: string
  grams: number
  caught_on: string
  username: string
}
export interface Board {
  season: string
  begins: string
  ends: string
  holders: Held[]
  top: Held[]
  ever: { variety: string; grams: number }[]
  best_before: number | null
}

/** The records as a reader finds them. */
export async function board(who: SupabaseClient, all_time = false): Promise<Board | undefined> {
  return (expectAllowed(await who.rpc('club_records', { all_time })) as Board[])[0]
}
