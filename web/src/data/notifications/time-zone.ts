import { TIME_ZONE_KEPT } from '../../lib/own-device.ts'
import { supabase } from '../../lib/supabase.ts'

/** Tells the database the device's time zone once for its member, for quiet hours and digests; one that it knows stays. */
export async function keepTimeZone(): Promise<void> {
  try {
    if (localStorage.getItem(TIME_ZONE_KEPT)) return
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const client = await supabase()
    await client.rpc('keep_time_zone', { time_zone: timeZone }).throwOnError()
    localStorage.setItem(TIME_ZONE_KEPT, 'yes')
  } catch (error) {
    console.warn('time zone', error)
  }
}
