/** Where the client keeps the session on this device. */
export const SESSION_KEY = 'bankside-session'
