import type { Duplex } from 'node:stream'
import pg, { type ClientBase, type FieldDef, type Submittable } from 'pg'
import type { Row, Statement } from './port.ts'
import { valueTypes } from './value-types.ts'
import { type WireValue, WireWriter } from './wire-writer.ts'

/** The statements that one connection has prepared. */
interface Prepared {
  /** Columns by name of the statement; undefined until the database has sent them. */
  columns: Map<string, Column[] | undefined>
  /** Statements of failed requests, which may or may not have been prepared. */
  doubtful: Set<string>
}

interface Column {
  name: string
  read(text: string): unknown
}

/** The part of `pg`'s connection that is used here. */
interface WireConnection {
  stream: Duplex
  sendCopyFail(message: string): void
}

/** A statement whose values are encoded for the wire. */
export interface WireStatement extends Pick<Statement, 'name' | 'text'> {
  values: readonly WireValue[]
}

const prepared = new WeakMap<WireConnection, Prepared>()
const corked = new WeakSet<Duplex>()
const writer = new WireWriter()

// A pipelined client of `pg` accepts its own class only.
const Query = pg.Query as unknown as new (text: string) => object

/**
 * Context and statement of one request as one implicit transaction: both are bound and executed in turn, with one
 * synchronisation after them. PostgreSQL commits there, or rolls back when one of them failed, so no transaction stays
 * open, and the answer comes in one piece. With begin and commit there would be four statements instead of two.
 */
class RequestQuery extends Query {
  readonly done: Promise<Row[]>
  private readonly context: readonly WireStatement[]
  private readonly statement: WireStatement
  // Not named `rows`, `text` or `name`, which have a meaning in the base class.
  private readonly answer: Row[] = []
  private columns: Column[] | undefined
  private known: Prepared | undefined
  /** Names of the statements that this request prepares. */
  private readonly prepares: string[] = []
  private finished = 0
  private resolve: (rows: Row[]) => void = () => {}
  private reject: (error: Error) => void = () => {}

  constructor(context: readonly WireStatement[], statement: WireStatement) {
    super('')
    this.context = context
    this.statement = statement
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  submit(connection: WireConnection): Error | null {
    this.known = preparedOn(connection)
    const message = this.message(this.known)
    if (message instanceof Error) return message
    writeTogether(connection.stream, message)
    return null
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: valueTypes.getTypeParser(dataTypeID, 'text') as Column['read'],
    }))
    if (this.statement.name !== undefined) this.known?.columns.set(this.statement.name, this.columns)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    // The context's answer holds nothing of use.
    if (this.finished < this.context.length) return
    const row: Row = {}
    for (const [place, { name, read }] of (this.columns ?? []).entries()) {
      const text = fields[place] ?? null
      row[name] = text === null ? null : read(text)
    }
    this.answer.push(row)
  }

  handleCommandComplete(): void {
    this.finished += 1
  }

  handleEmptyQuery(): void {
    this.finished += 1
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: WireConnection): void {
    connection.sendCopyFail('there is nothing to copy')
  }

  handleCopyData(): void {}

  handleReadyForQuery(): void {
    this.resolve(this.answer)
  }

  handleError(error: Error): void {
    for (const name of this.prepares) {
      this.known?.columns.delete(name)
      this.known?.doubtful.add(name)
    }
    this.reject(error)
  }

  private message(known: Prepared): Buffer | Error {
    try {
      for (const each of this.context) this.append(known, each, false)
      this.append(known, this.statement, true)
      writer.sync()
      return writer.take()
    } catch (error) {
      writer.take()
      return error as Error
    }
  }

  private append({ columns, doubtful }: Prepared, { name = '', text, values }: WireStatement, described: boolean) {
    if (name === '' || !columns.has(name)) {
      if (doubtful.delete(name)) writer.close(name)
      writer.parse(name, text)
      if (name !== '') {
        this.prepares.push(name)
        columns.set(name, undefined)
      }
    }
    writer.bind(name, values)
    if (described) {
      this.columns = columns.get(name)
      if (this.columns === undefined) writer.describe()
    }
    writer.execute()
  }
}

/** Sends all in one write, together with everything else for this connection in this turn. */
export async function sendRequest(
  client: ClientBase,
  context: readonly WireStatement[],
  statement: WireStatement,
): Promise<Row[]> {
  const query = new RequestQuery(context, statement)
  client.query(query as unknown as Submittable)
  return await query.done
}

/** The values as text, or undefined when one of them has more than one text form. */
export function wireValues(values: readonly unknown[] = []): WireValue[] | undefined {
  const texts: WireValue[] = []
  for (const value of values) {
    if (typeof value === 'string') texts.push(value)
    else if (value === null || value === undefined) texts.push(null)
    else if (typeof value === 'object') return undefined
    else texts.push(String(value))
  }
  return texts
}

function preparedOn(connection: WireConnection): Prepared {
  let known = prepared.get(connection)
  if (!known) {
    known = { columns: new Map(), doubtful: new Set() }
    prepared.set(connection, known)
  }
  return known
}

/** Requests of the same turn of the event loop share one system call. */
function writeTogether(stream: Duplex, message: Buffer): void {
  if (!corked.has(stream)) {
    corked.add(stream)
    stream.cork()
    setImmediate(() => {
      corked.delete(stream)
      stream.uncork()
    })
  }
  stream.write(message)
}
