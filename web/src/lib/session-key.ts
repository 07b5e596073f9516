/** The key under which the client stores the session on this device. */
export const SESSION_KEY = 'bankside-session'
