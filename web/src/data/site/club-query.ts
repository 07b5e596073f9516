import { showClub } from '../../lib/club.ts'
import { supabase } from '../../lib/supabase.ts'

/** Shows the club's name, colour and logo as the database has them, where no server writes them into the page. */
export async function readClub(): Promise<void> {
  const client = await supabase()
  const { data } = await client.from('site_settings').select('club_name, accent, logo_url').single().throwOnError()
  showClub({ name: data.club_name, accent: data.accent, logo: data.logo_url })
}
