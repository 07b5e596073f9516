import { TIME_ZONE_KEPT } from '../../lib/own-device.ts'
import { supabase } from '../../lib/supabase.ts'

/**
 * Saves the device's time zone for the member once, for quiet hours and digests. A stored time zone is not replaced.
 */
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
