import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import pg from 'pg'
import { MARK } from './cases.ts'
import type { TappedStatement } from './wire-tap.ts'

/** The statements of one request, as the engine sends them. */
export interface CapturedRequest {
  name: string
  context: TappedStatement
  statement: TappedStatement
}

/** The task of a rival process, as JSON in its environment. */
export interface RivalTask {
  socketDirectory: string
  requests: CapturedRequest[]
  /** The values that replace the mark, in turn, by the name of the request. */
  marks: Record<string, string[]>
  /** The files that the plain server sends from disk, by name. */
  files: Record<string, string>
}

const CONNECTIONS = 4
const IN_FLIGHT = 8

/** The values with the mark replaced by the n-th value of this request. */
function valuesOf({ statement, name }: CapturedRequest, marks: RivalTask['marks'], n: number): (string | null)[] {
  const list = marks[name]
  const mark = list ? (list[n % list.length] ?? '') : `comment ${process.pid}-${n}`
  return statement.values.map((value) => value?.replaceAll(MARK, mark) ?? null)
}

const login = ({ socketDirectory }: RivalTask) => ({
  host: socketDirectory,
  port: 5432,
  user: 'authenticator',
  database: 'postgres',
})

/**
 * PostgreSQL alone: the driver runs the same statements, prepared and pipelined, and nothing else. Reads commands
 * `<name> <ms>` from its parent and answers with transactions per second.
 */
export async function runAlone(task: RivalTask): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client({ ...login(task), pipeline: true } as pg.ClientConfig)
      await client.connect()
      return client
    }),
  )
  let n = 0
  const once = async (client: pg.Client, request: CapturedRequest) => {
    const { context, statement, name } = request
    const stream = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection.stream
    stream.cork()
    const work = Promise.all([
      client.query('begin'),
      client.query({ name: `context_${context.values.length}`, text: context.text, values: context.values }),
      client.query({ name, text: statement.text, values: valuesOf(request, task.marks, n++) }),
      client.query('commit'),
    ])
    process.nextTick(() => stream.uncork())
    await work
  }
  process.on('message', async ({ name, ms }: { name: string; ms: number }) => {
    const request = task.requests.find((known) => known.name === name)
    if (!request) throw new Error(`no request ${name}`)
    const start = performance.now()
    let done = 0
    await Promise.all(
      clients.flatMap((client) =>
        Array.from({ length: IN_FLIGHT }, async () => {
          while (performance.now() - start < ms) {
            await once(client, request)
            done += 1
          }
        }),
      ),
    )
    process.send?.(done / ((performance.now() - start) / 1000))
  })
  process.send?.('ready')
}

/** The plain server: node:http and `pg`, four awaited statements per request, the obvious way to write it. */
export async function runPlainServer(task: RivalTask): Promise<void> {
  const pool = new pg.Pool({ ...login(task), max: 8 })
  let n = 0
  const server = createServer(async (message, response) => {
    const wanted = decodeURIComponent(message.url?.slice(1) ?? '')
    const file = task.files[wanted]
    if (file !== undefined) {
      const bytes = await readFile(file)
      return void response.writeHead(200, { 'content-type': 'image/webp', 'content-length': bytes.length }).end(bytes)
    }
    const request = task.requests.find(({ name }) => name === wanted)
    if (!request) return void response.writeHead(404).end()
    message.resume()
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(request.context.text, request.context.values)
      const { rows } = await client.query(request.statement.text, valuesOf(request, task.marks, n++))
      await client.query('commit')
      const body = Buffer.from(String(rows[0]?.body ?? ''))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
    } catch (error) {
      await client.query('rollback')
      const body = Buffer.from(String(error))
      response.writeHead(500, { 'content-length': body.length }).end(body)
    } finally {
      client.release()
    }
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
}
