/** Length of a link's note, in characters. */
export const NOTE_MAX = 80
export const LINK_PLACES = { min: 1, max: 1000, usual: 20 } as const
/** How long a link counts, in days. */
export const LINK_DAYS = { min: 1, max: 365, usual: 30 } as const
/** Addresses that are invited at once. */
export const ADDRESSES_MAX = 200
