import type { TestEngine } from './start-engine.ts'

/** The target of a mailed link: a page with the token in its fragment, or an address of the Auth service. */
export function tokenOf(link: string | URL): string {
  const { pathname, hash } = new URL(link)
  return new URLSearchParams(hash.slice(1)).get('link') ?? pathname.split('/').at(-1) ?? ''
}

/** The target of a redirect. */
export interface Landing {
  status: number
  location: URL
  fragment: URLSearchParams
}

/** Presses the button of the page behind a mailed link on the engine under test, whatever host the link names. */
export async function pressLink(
  engine: Pick<TestEngine, 'url'>,
  link: string | URL = '',
  send: typeof fetch = fetch,
): Promise<Landing> {
  const { hash, search } = new URL(link)
  const said = new URLSearchParams(hash === '' ? search : hash.slice(1))
  const query = new URLSearchParams({ type: said.get('type') ?? '', redirect_to: said.get('redirect_to') ?? '' })
  return await land(`${engine.url}/auth/v1/verify/${tokenOf(link)}?${query}`, 'POST', send)
}

/** Opens an address of the Auth service as a browser or a mail scanner does, without following redirects. */
export async function openLink(engine: Pick<TestEngine, 'url'>, link: string | URL): Promise<Landing> {
  const { pathname, search } = new URL(link)
  return await land(`${engine.url}${pathname}${search}`, 'GET')
}

async function land(address: string, method: string, send: typeof fetch = fetch): Promise<Landing> {
  const response = await send(address, { method, redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '', 'https://nowhere.invalid')
  return { status: response.status, location, fragment: new URLSearchParams(location.hash.slice(1)) }
}
