import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { landingKeys } from './keys.ts'

const SECTIONS = ['hero', 'feature1', 'feature2', 'feature3'] as const
export type LandingSection = (typeof SECTIONS)[number]

/** Text and picture of one section; blank strings where an admin has written nothing. */
export interface LandingBlock {
  section: LandingSection
  title: string
  description: string
  image_url: string
}

/** Sections that exist in the database; any of them may be absent. */
export type LandingContent = Partial<Record<LandingSection, LandingBlock>>

/** The texts and pictures of the landing page, for guests too. */
export const contentQuery = () =>
  queryOptions({
    queryKey: landingKeys.content(),
    queryFn: ({ signal }) => loadContent(signal),
    staleTime: STALE.fiveMinutes,
  })

async function loadContent(signal: AbortSignal): Promise<LandingContent> {
  const client = await supabase()
  const { data } = await client
    .from('landing_content')
    .select('section, title, description, image_url')
    .order('section')
    .abortSignal(signal)
    .throwOnError()
  const content: LandingContent = {}
  for (const row of data) {
    const section = SECTIONS.find((known) => known === row.section)
    if (!section) continue
    content[section] = {
      section,
      title: row.title.trim(),
      description: row.description?.trim() ?? '',
      image_url: row.image_url ?? '',
    }
  }
  return content
}
