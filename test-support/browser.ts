import type { SupabaseClient } from '@supabase/supabase-js'
import { type Landing, pressLink } from './mailed-link.ts'
import { guest } from './personas.ts'
import type { TestEngine } from './start-engine.ts'

/** A browser with a page of the site. */
export interface Browser {
  client: SupabaseClient
  /** Presses the button behind a mailed link. */
  press(link: string | URL): Promise<Landing>
}

/** A browser that is new to the site and keeps the cookies of the engine, unlike the other clients of the tests. */
export function openBrowser(engine: Pick<TestEngine, 'url' | 'publishableKey'>): Browser {
  const cookies = new Map<string, string>()
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', engine.url)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(input, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return response
  }
  return { client: guest(engine, send), press: (link) => pressLink(engine, link, send) }
}
