import type { PostgrestSingleResponse } from '@supabase/supabase-js'

type Ask<Data> = (args: { time_zone?: string }) => PromiseLike<PostgrestSingleResponse<Data>>

/** What a function answers whose days are those of the viewer's time zone. */
export async function inOwnZone<Data>(ask: Ask<Data>): Promise<Data> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const reply = await ask({ time_zone: timeZone })
  // A browser may use a zone name that the database does not know; its days are then those of UTC.
  const { data, error } = reply.error?.code === '22023' ? await ask({}) : reply
  if (error) throw error
  return data
}
