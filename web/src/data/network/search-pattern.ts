import { anyColumnContains } from '../../lib/search-filter.ts'

/** The `or` filter that finds a text anywhere in name, bio or area. */
export const searchFilter = (text: string) => anyColumnContains(['username', 'bio', 'fishing_area'], text)
