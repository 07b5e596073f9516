/** The headings of the bands, by their ids in the page. */
export const BAND_TITLES = { today: 'Closing today', open: 'Open', soon: 'Coming up', results: 'Results' } as const
