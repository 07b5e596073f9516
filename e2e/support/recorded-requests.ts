import type { Page, Request } from '@playwright/test'

/** A request of the app, with placeholders in braces for what differs from member to member. */
export interface RecordedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

const HEADERS = ['accept', 'accept-profile', 'content-profile', 'content-type', 'prefer', 'x-client-info']
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
const MOMENT = String.raw`\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d(?::|%3A)\d\d\.\d+(?:Z|\+00:00|%2B00%3A00)`

/** Posts are loaded again if an answer about them came during the page's own write: a matter of chance. */
const LOADED_AGAIN = '?ids=%7B{loaded}%7D'

/** Records the requests of a page for rows and sign-ins, and the live topics that it joins. */
export class Recorder {
  readonly topics = new Set<string>()
  socket = ''
  #requests: Request[] = []
  readonly #page: Page
  readonly #names: ReadonlyMap<string, string>

  /** @param names placeholders by the value that they stand for. */
  constructor(page: Page, names: ReadonlyMap<string, string>) {
    this.#page = page
    this.#names = names
    page.on('request', (request) => {
      if (/\/(rest|auth)\/v1\//.test(request.url())) this.#requests.push(request)
    })
    // Called off by the page, which asks again: a matter of chance too.
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'net::ERR_ABORTED')
        this.#requests = this.#requests.filter((other) => other !== request)
    })
    page.on('websocket', (socket) => {
      this.socket = new URL(socket.url()).search.replace(/apikey=[^&]+/, 'apikey={key}')
      socket.on('framesent', ({ payload }) => {
        const [, topic] = /"(?:topic":")?realtime:([^"]+)".*?"phx_join"|^$/.exec(String(payload)) ?? []
        if (topic !== undefined) this.topics.add(this.#general(topic))
      })
    })
  }

  /**
   * The requests since the last call, writes first, each once: a live message may have asked for rows again. Topics are
   * asked for together, whichever were joined by then.
   * @param withReloads also posts that were loaded again by their IDs.
   */
  async take(withReloads = false): Promise<RecordedRequest[]> {
    const taken = await Promise.all(this.#requests.splice(0).map((request) => this.#read(request)))
    const order = ({ method, path }: RecordedRequest) => `${method === 'GET' ? 1 : 0} ${path}`
    const [ages] = taken.filter(({ path }) => path.endsWith('/live_ages'))
    const others = taken.filter(
      ({ path }) => !path.endsWith('/live_ages') && (withReloads || !path.endsWith(LOADED_AGAIN)),
    )
    const unique = new Map([...others, ...(ages ? [ages] : [])].map((request) => [JSON.stringify(request), request]))
    return [...unique.values()].toSorted((a, b) => order(a).localeCompare(order(b), 'en'))
  }

  async #read(request: Request): Promise<RecordedRequest> {
    const { pathname, search } = new URL(request.url())
    const sent = await request.allHeaders()
    const body = request.postData()
    return {
      method: request.method(),
      path: this.#general(pathname + search),
      headers: Object.fromEntries(HEADERS.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]]))),
      ...(body ? { body: this.#general(body) } : {}),
    }
  }

  #general(text: string): string {
    // Before the names, which may stand in the middle of a list.
    let general = text.replace(/ids=(?:%7B|\{)[0-9a-f-]{36}(?:(?:%2C|,)[0-9a-f-]{36})*(?:%7D|\})/, 'ids=%7B{loaded}%7D')
    for (const [value, name] of this.#names)
      for (const written of [value, encodeURIComponent(value)]) general = general.replaceAll(written, `{${name}}`)
    general = general
      .replace(/"topics":\[[^\]]*\]/, '"topics":{topics}')
      .replace(new RegExp(`"request_id":"${UUID.source}"`), '"request_id":"{request}"')
      .replace(new RegExp(`before=${MOMENT}`), 'before={last_date}')
      .replace(new RegExp(`before_id=${UUID.source}`), 'before_id={last}')
      .replace(new RegExp(`claimed_at=gte.${MOMENT}`), 'claimed_at=gte.{claimed_since}')
      .replace(new RegExp(`"start_date":"${MOMENT}"`), '"start_date":"{since}"')
      .replace(/"square":\d+/, '"square":{square}')
    const [left] = new RegExp(`${UUID.source}|${MOMENT}`).exec(general) ?? []
    if (left) throw new Error(`no placeholder for ${left} in ${general} of ${this.#page.url()}`)
    return general
  }
}
