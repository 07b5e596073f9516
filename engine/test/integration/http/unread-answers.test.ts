import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

const MIB = 1024 * 1024
/** More than the network buffers for a client that does not read. */
const ANSWER_BYTES = 10 * MIB
const metricsToken = 'sixteen or more letters'

let engine: TestEngine
const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await engine.close()
})

async function start(settings: { stalledSeconds?: number; maxUnreadMb?: number }): Promise<void> {
  engine = await startEngine({ ...settings, metricsToken })
  await engine.owner.query(`
    create table public.long_reads (id integer primary key, text text);
    grant select on public.long_reads to anon;
    create sequence public.calls;
    create function public.numbered(length integer) returns text security definer
    begin atomic select nextval('public.calls') || repeat('x', length); end;
    grant execute on function public.numbered to anon;
    insert into public.long_reads select n, repeat('x', ${MIB}) from generate_series(1, ${ANSWER_BYTES / MIB}) as n`)
  const headers = { apikey: engine.publishableKey }
  await expect.poll(async () => (await fetch(address('limit=0'), { headers })).status).toBe(200)
}

const address = (query: string) => `${engine.url}/rest/v1/long_reads?${query}`

/** Requests a long answer, and reads nothing of it until `read` is called. */
function ask() {
  const { port, pathname, search, host } = new URL(address('select=text'))
  const socket = connect(Number(port), '127.0.0.1')
  clients.push(socket)
  socket.on('error', () => {})
  socket.pause()
  const headers = `Host: ${host}\r\napikey: ${engine.publishableKey}\r\nConnection: close`
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\n`)
  let bytes = 0
  return {
    /** Reads to the end. @param pauseMs after each of ten parts. @returns the number of bytes received. */
    read: async (pauseMs = 0) =>
      await new Promise<number>((resolve) => {
        let part = 0
        socket.on('data', (chunk) => {
          bytes += chunk.length
          part += chunk.length
          if (pauseMs === 0 || part < ANSWER_BYTES / 10) return
          part = 0
          socket.pause()
          setTimeout(() => socket.resume(), pauseMs)
        })
        socket.once('close', () => resolve(bytes))
        socket.resume()
      }),
  }
}

/** The number of truncated answers. */
async function brokenOff(): Promise<number> {
  const reply = await fetch(`${engine.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const [, count = '0'] = /requests_total\{[^}]*status="499"[^}]*\} (\d+)/.exec(await reply.text()) ?? []
  return Number(count)
}

it('answers the requests of a connection one after the other, and none after one that is not read', async () => {
  await start({ stalledSeconds: 1 })
  const url = new URL(`${engine.url}/rest/v1/rpc/numbered`)
  const headers = { apikey: engine.publishableKey, 'content-type': 'application/json' }

  const sendAll = async (length: number) => {
    await engine.owner.query(`select setval('public.calls', 1, false)`)
    const socket = connect(Number(url.port), '127.0.0.1')
    clients.push(socket)
    socket.on('error', () => {})
    const body = JSON.stringify({ length })
    const lines = Object.entries({ host: url.host, 'content-length': body.length, ...headers })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.pause()
    socket.write(`POST ${url.pathname} HTTP/1.1\r\n${head}\r\n${body}`.repeat(20))
    return socket
  }
  const reader = await sendAll(1)
  let text = ''
  reader.on('data', (chunk) => {
    text += chunk.toString()
  })
  reader.resume()
  const numbers = Array.from({ length: 20 }, (_, index) => `${index + 1}x`)
  await expect.poll(() => text.match(/\d+x/g)).toEqual(numbers)

  const broken = await brokenOff()
  await sendAll(ANSWER_BYTES)
  await expect.poll(brokenOff).toBe(broken + 1)
  expect(await engine.owner.query('select last_value::int from public.calls')).toEqual([{ last_value: 1 }])
})

it('disconnects a client that reads nothing of its answer, but not a slow one', async () => {
  await start({ stalledSeconds: 1 })
  const stuck = ask()
  expect(await ask().read(300)).toBeGreaterThan(ANSWER_BYTES)
  await expect.poll(brokenOff).toBe(1)
  expect(await stuck.read()).toBeLessThan(ANSWER_BYTES)
})

it('disconnects the longest stuck clients when all together hold too much', async () => {
  await start({ maxUnreadMb: 15 })
  const [first, second] = [ask(), ask()]
  await expect.poll(brokenOff).toBe(1)
  const sizes = [await first.read(), await second.read()].toSorted((a, b) => a - b)
  expect(sizes[0]).toBeLessThan(ANSWER_BYTES)
  expect(sizes[1]).toBeGreaterThan(ANSWER_BYTES)
})
