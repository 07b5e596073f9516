import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import type { LandingSection } from './content-query.ts'
import { landingKeys } from './keys.ts'

/** A section as the console edits it. */
export interface ConsoleBlock {
  id: string
  section: LandingSection
  title: string
  description: string
  /** Null for the built-in picture. */
  imageUrl: string | null
  updatedAt: string
}

/** In the order of the page, which is not that of the database. */
const ORDER: readonly string[] = ['hero', 'feature1', 'feature2', 'feature3'] satisfies LandingSection[]

/** Every section of the landing page, for editing. */
export const consoleContentQuery = () =>
  queryOptions({ queryKey: landingKeys.console(), queryFn: ({ signal }) => loadBlocks(signal) })

export const BLOCK_COLUMNS = 'id, section, title, description, image_url, updated_at'

const blocks = (client: BanksideClient) => client.from('landing_content').select(BLOCK_COLUMNS)

export const readBlock = ({ image_url, updated_at, ...row }: RowOf<typeof blocks>): ConsoleBlock => ({
  ...row,
  imageUrl: image_url || null,
  updatedAt: updated_at,
})

async function loadBlocks(signal: AbortSignal): Promise<ConsoleBlock[]> {
  const client = await supabase()
  const { data } = await blocks(client).order('section').abortSignal(signal).throwOnError()
  return data.map(readBlock).sort((one, other) => ORDER.indexOf(one.section) - ORDER.indexOf(other.section))
}
