/** An HTTP API that sends mails. */
export interface MailSettings {
  apiUrl: string
  apiKey: string
  /** `Name <address>`; before an address alone, the name of the club is written. */
  from: string
}

/** The settings in the function's environment. */
export interface Settings {
  /** Address of the API, as the function reaches it. */
  apiUrl: string
  /** Address of the functions, as browsers reach it. */
  functionsUrl: string
  /** Address of the site. */
  siteUrl: string
  secretKey: string
  /** All keys that may have messages sent. */
  secretKeys: string[]
  /** How the operators of push services can contact the operators of the site: `mailto:` or `https:`. */
  contact: string
  /** Absent if no mails are sent. */
  mail: MailSettings | undefined
}

/**
 * Reads the settings under the names of hosted Supabase, and `SITE_URL`.
 * @throws {Error} naming what is missing.
 */
export function readSettings(get: (name: string) => string | undefined): Settings {
  const need = (name: string): string => {
    const value = get(name)
    if (!value) throw new Error(`${name} is not set`)
    return value
  }
  const apiUrl = need('SUPABASE_URL').replace(/\/$/, '')
  const siteUrl = need('SITE_URL').replace(/\/$/, '')
  const named = Object.values(JSON.parse(get('SUPABASE_SECRET_KEYS') ?? '{}') as Record<string, string>)
  const secretKey = named[0] ?? need('SUPABASE_SERVICE_ROLE_KEY')
  const mailUrl = get('MAIL_API_URL')
  return {
    apiUrl,
    siteUrl,
    functionsUrl: get('FUNCTIONS_URL') ?? `${apiUrl}/functions/v1`,
    secretKey,
    secretKeys: [...named, get('SUPABASE_SERVICE_ROLE_KEY') ?? secretKey],
    contact: get('CONTACT_URL') ?? siteUrl,
    mail: mailUrl ? { apiUrl: mailUrl, apiKey: need('MAIL_API_KEY'), from: need('MAIL_FROM') } : undefined,
  }
}
