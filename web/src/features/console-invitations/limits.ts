import { CLUB_LINK } from '../../../../contract/src/limits.ts'

/** What the form for a link begins with. */
export const LINK_PLACES = { ...CLUB_LINK.places, usual: 20 } as const
export const LINK_DAYS = { ...CLUB_LINK.days, usual: 30 } as const
