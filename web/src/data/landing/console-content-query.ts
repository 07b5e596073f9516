import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import type { LandingSection } from './content-query.ts'
import { landingKeys } from './keys.ts'

/** A section as the console edits it. */
export interface ConsoleBlock {
  id: string
  section: LandingSection
  title: string
  description: string
  /** Null shows the built-in picture. */
  imageUrl: string | null
  updatedAt: string
}

/** In the order of the page, which is not that of the database. */
const ORDER: readonly string[] = ['hero', 'feature1', 'feature2', 'feature3'] satisfies LandingSection[]

/** Every section of the landing page, to be edited. */
export const consoleContentQuery = () =>
  queryOptions({ queryKey: landingKeys.console(), queryFn: ({ signal }) => loadBlocks(signal) })

export const BLOCK_COLUMNS = 'id, section, title, description, image_url, updated_at'

export interface BlockRow {
  id: string
  section: LandingSection
  title: string
  description: string
  image_url: string | null
  updated_at: string
}

export const readBlock = ({ image_url, updated_at, ...row }: BlockRow): ConsoleBlock => ({
  ...row,
  imageUrl: image_url || null,
  updatedAt: updated_at,
})

async function loadBlocks(signal: AbortSignal): Promise<ConsoleBlock[]> {
  const client = await supabase()
  const { data } = await client
    .from('landing_content')
    .select(BLOCK_COLUMNS)
    .order('section')
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<BlockRow[], { merge: false }>()
  return data.map(readBlock).sort((one, other) => ORDER.indexOf(one.section) - ORDER.indexOf(other.section))
}
