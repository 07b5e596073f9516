import type { Persona } from '../../../test-support/personas.ts'

/** A notification as the list returns it. */
export interface Notification {
  id: string
  kind: string
  group_name: string
  subject_id: string
  title: string | null
  excerpt: string | null
  path: string | null
  details: Record<string, unknown>
  actor_count: number
  actors: { id: string; username: string; avatar_url: string }[]
  created_at: string
  updated_at: string
  read_at: string | null
}

/** The member's list; of one kind if given. */
export async function inbox(who: Persona, kind?: string, page: object = { size: 50 }): Promise<Notification[]> {
  const { data } = await who.rpc('notifications_page', page).throwOnError()
  const rows = data as Notification[]
  return kind ? rows.filter((row) => row.kind === kind) : rows
}

/** The number on the member's bell. */
export async function unread(who: Persona): Promise<number> {
  const { data } = await who.rpc('unread_notifications').throwOnError()
  return data as number
}

/** Marks everything as read. */
export async function readAll(who: Persona): Promise<void> {
  await who.rpc('mark_notifications_read', { before: '2199-01-01T00:00:00Z' }).throwOnError()
}

/** Kinds of the member's list, newest first. */
export const kinds = async (who: Persona) => (await inbox(who)).map(({ kind }) => kind)
