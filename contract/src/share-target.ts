/** The address to which phones send what is shared with the app; `web/public/app.webmanifest` names it, too. */
export const SHARE_PATH = '/share'

/** The part of the newsfeed's query that names what was shared. */
export const SHARED = 'shared'

/** Its value when what was shared has not reached the app. */
export const SHARE_LOST = 'lost'
