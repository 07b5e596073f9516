import { CLUB_LINK } from '../../../../contract/src/limits.ts'

/** What the form for a link begins with. */
export const LINK_PLACES = { ...CLUB_LINK.places, usual: 20 } as const
export const LINK_DAYS = { ...CLUB_LINK.days, usual: 30 } as const

/** Of a file of members. */
export const IMPORT_FILE = { bytes: 1024 * 1024, rows: 5000, columns: 100 } as const

/** The first day on which an imported member may have joined. */
export const JOINED_FROM = '1900-01-01'
