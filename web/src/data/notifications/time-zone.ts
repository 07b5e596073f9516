import { supabase } from '../../lib/supabase.ts'

const KEPT = 'bankside-time-zone'

/** Tells the database the device's time zone once, for quiet hours and digests; one that it knows stays. */
export async function keepTimeZone(userId: string): Promise<void> {
  try {
    if (localStorage.getItem(KEPT) === userId) return
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const client = await supabase()
    await client.rpc('keep_time_zone', { time_zone: timeZone }).throwOnError()
    localStorage.setItem(KEPT, userId)
  } catch (error) {
    console.warn('time zone', error)
  }
}
