import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Persona } from '../../../test-support/personas.ts'
import type { MemberArea } from '../support/member-area.ts'

export const VISIBILITIES = ['me', 'connections', 'members'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export interface Catch {
  grams: number
  caught_on: string
  variety: string
  visibility: Visibility
  words: string
  photo_path: string | null
}

/** What the database answers to a logged catch. */
export interface Logged {
  id: string
  is_best: boolean
  gain: number | null
  best_before: number | null
  best_on: string | null
}

/** Logs a mirror of 14,742 g (32 lb 8 oz) for all members, unless told otherwise. */
export const log = (who: SupabaseClient, fields: Partial<Catch> & { request_id?: string } = {}) =>
  who.rpc('log_catch', {
    request_id: randomUUID(),
    grams: 14_742,
    caught_on: '2026-06-01',
    variety: 'mirror',
    visibility: 'members',
    ...fields,
  })

/** The same; returns the answer. */
export async function logged(who: SupabaseClient, fields: Parameters<typeof log>[1] = {}): Promise<Logged> {
  const { data } = await log(who, fields).throwOnError()
  return (data as Logged[])[0] as Logged
}

/** The catch as the owner of the database finds it. */
export const stored = (area: MemberArea, id: string) => area.row('select * from public.catches where id = $1', [id])

/** Connects two members. */
export const befriend = (area: MemberArea, one: Persona, other: Persona) =>
  area.row(`insert into public.member_connections (user_id, connected_user_id, status) values ($1, $2, 'accepted')`, [
    one.user.id,
    other.user.id,
  ])
