import { queryOptions } from '@tanstack/react-query'
import type { LandingSection } from '../../../../contract/src/column-types.ts'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { landingKeys } from './keys.ts'

export type { LandingSection }

/** Text and picture of one section; blank strings where an admin has written nothing. */
export interface LandingBlock {
  section: LandingSection
  title: string
  description: string
  image_url: string
}

/** Sections that exist in the database; any of them may be missing. */
export type LandingContent = Partial<Record<LandingSection, LandingBlock>>

/** The texts and pictures of the landing page, for guests too. */
export const contentQuery = () =>
  queryOptions({
    queryKey: landingKeys.content(),
    queryFn: ({ signal }) => loadContent(signal),
    staleTime: STALE.fiveMinutes,
  })

export const landingBlocks = (client: BanksideClient) =>
  client.from('landing_content').select('section, title, description, image_url').order('section')

async function loadContent(signal: AbortSignal): Promise<LandingContent> {
  const client = await supabase()
  const { data } = await landingBlocks(client).abortSignal(signal).throwOnError()
  const content: LandingContent = {}
  for (const row of data) {
    content[row.section] = {
      section: row.section,
      title: row.title.trim(),
      description: row.description.trim(),
      image_url: row.image_url ?? '',
    }
  }
  return content
}
