import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The site as a server that releases new versions of it, or withdraws its worker. */
export interface Release {
  url: string
  /** From now on page and worker report a new build. */
  next(): void
  /** From now on there is no worker. */
  withdraw(): void
  close(): Promise<void>
}

/** A proxy for the site under test that changes only what a release changes. */
export async function release(site: string): Promise<Release> {
  let version = 1
  let withdrawn = false
  const build = /name="build" content="([^"]+)"/.exec(await (await fetch(site)).text())?.[1]
  if (build === undefined) throw new Error('the page carries no build')

  const server: Server = createServer((asked, answer) => {
    if (withdrawn && asked.url === '/sw.js') return void answer.writeHead(404).end()
    const changes = version > 1 && (asked.url === '/sw.js' || asked.headers.accept?.startsWith('text/html'))
    passOn(site, asked, answer, changes ? (text) => text.replaceAll(build, `${build}-${version}`) : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => {
      version += 1
    },
    withdraw: () => {
      withdrawn = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function passOn(site: string, asked: IncomingMessage, answer: ServerResponse, change?: (text: string) => string): void {
  const { 'accept-encoding': encoding, 'if-none-match': condition, ...headers } = asked.headers
  const kept = change ? headers : asked.headers
  const passed = request(new URL(asked.url ?? '/', site), { method: asked.method, headers: kept }, async (reply) => {
    if (!change) {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      return void reply.pipe(answer)
    }
    const parts: Buffer[] = []
    for await (const part of reply) parts.push(part)
    const body = change(Buffer.concat(parts).toString('utf8'))
    const { etag, 'content-length': length, ...rest } = reply.headers
    answer.writeHead(reply.statusCode ?? 502, rest).end(asked.method === 'HEAD' ? undefined : body)
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}
