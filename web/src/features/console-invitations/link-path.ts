/** The address in the app at which someone registers with a link of the club. */
export const linkPath = (code: string): string => `/register?invite=${encodeURIComponent(code)}`
