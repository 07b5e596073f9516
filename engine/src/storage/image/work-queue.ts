import { storageErrors } from '../errors.ts'

/** What a job is for: somebody looks at a page and waits for a rendition, or stores a picture. */
type JobKind = 'rendition' | 'upload'

type Account = string | undefined

/** Whose job it is, and what for. */
export interface JobOrder {
  kind: JobKind
  /** The account, or for guests the address; undefined for the operator, who has places without limit of its own. */
  account: Account
  /** Orders of the same name are one job, which is done when the first of their turns comes. */
  name?: string
  /** Aborted when the client has gone: a job without a waiting client is not done. */
  signal?: AbortSignal
}

export interface QueueLimits {
  /** Jobs at once. */
  workers: number
  /** Jobs of each kind that may wait. */
  places: number
  /** Jobs of one account that may wait when half of the places are taken; before that it may have more. */
  perAccount: Readonly<Record<JobKind, number>>
}

/** A job that waits, in the row of each account that has ordered it. */
interface Job {
  kind: JobKind
  name: string | undefined
  done: Promise<unknown>
  start(): void
  /** Ends the waiting without the work. */
  drop(reason: unknown): void
  /** One entry for each client that waits. */
  clients: Account[]
  waits: boolean
}

/**
 * Runs a few jobs at once, queues some, and refuses the rest: decoding is the most expensive work of the service.
 * While both kinds wait, each gets half of the workers' time. Within each kind the accounts take turns, so that an account
 * waits for at most one of the many jobs of another.
 */
export class WorkQueue {
  readonly #limits: QueueLimits
  readonly #now: () => number
  /** By kind, the waiting jobs of each account; the account whose turn is next comes first. */
  readonly #rows: Readonly<Record<JobKind, Map<Account, Set<Job>>>> = { rendition: new Map(), upload: new Map() }
  readonly #waiting: Record<JobKind, number> = { rendition: 0, upload: 0 }
  /** Jobs that wait or run, by name. */
  readonly #named = new Map<string, Job>()
  /** The workers' time for each kind since both have been waiting. */
  #spent: Record<JobKind, number> = { rendition: 0, upload: 0 }
  #running = 0

  /** @param now monotonic milliseconds. */
  constructor(limits: QueueLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * Runs the job when its turn comes, or waits for the one of the same name.
   * @throws {StorageError} 429 when all places, or the account's, are taken.
   * @throws the signal's reason when its client has gone before the job was begun.
   */
  async run<T>(order: JobOrder, work: () => Promise<T>): Promise<T> {
    order.signal?.throwIfAborted()
    const job = (order.name !== undefined && this.#named.get(order.name)) || this.#add(order, work)
    if (job.waits) this.#join(job, order)
    // Whoever names a job knows what its work returns.
    return (await job.done) as T
  }

  #add<T>({ kind, account, name }: JobOrder, work: () => Promise<T>): Job {
    const waits = this.#running >= this.#limits.workers
    if (waits) this.#refuseWithoutPlace(kind, account)
    let start = () => {}
    let drop = (_reason: unknown) => {}
    const done = new Promise<T>((resolve, reject) => {
      start = () => resolve(this.#work(kind, work))
      drop = reject
    })
    const job: Job = { kind, name, done, start, drop, clients: [], waits }
    if (name !== undefined) this.#named.set(name, job)
    const forget = () => this.#forget(job)
    done.then(forget, forget)
    if (waits) this.#waiting[kind] += 1
    else {
      this.#running += 1
      start()
    }
    return job
  }

  #refuseWithoutPlace(kind: JobKind, account: Account): void {
    const { places, perAccount } = this.#limits
    const own = this.#rows[kind].get(account)?.size ?? 0
    // In quiet times a whole album is accepted at once: because of the turns no one waits behind it.
    const hasItsShare = account !== undefined && own >= perAccount[kind]
    const taken = this.#waiting[kind]
    if (taken >= places || (hasItsShare && taken >= places / 2))
      throw storageErrors.slowDown('Too many images at once: try again soon')
  }

  /** Lets a client wait for a job, in its own account's row. */
  #join(job: Job, { account, signal }: JobOrder): void {
    const rows = this.#rows[job.kind]
    rows.set(account, (rows.get(account) ?? new Set()).add(job))
    job.clients.push(account)
    signal?.addEventListener('abort', () => this.#leave(job, account, signal.reason), { once: true })
  }

  #leave(job: Job, account: Account, reason: unknown): void {
    if (!job.waits) return
    job.clients.splice(job.clients.indexOf(account), 1)
    if (!job.clients.includes(account)) this.#takeOut(job, account)
    if (job.clients.length > 0) return
    this.#endWaiting(job)
    // At once, so that the next order of that name is a job of its own.
    this.#forget(job)
    job.drop(reason)
  }

  #forget(job: Job): void {
    if (job.name !== undefined && this.#named.get(job.name) === job) this.#named.delete(job.name)
  }

  #takeOut(job: Job, account: Account): void {
    const rows = this.#rows[job.kind]
    const own = rows.get(account)
    own?.delete(job)
    if (own?.size === 0) rows.delete(account)
  }

  #endWaiting(job: Job): void {
    job.waits = false
    this.#waiting[job.kind] -= 1
  }

  async #work<T>(kind: JobKind, work: () => Promise<T>): Promise<T> {
    const begun = this.#now()
    try {
      return await work()
    } finally {
      this.#spent[kind] += this.#now() - begun
      // The finished job passes its place on, so `#running` does not change.
      const next = this.#next()
      if (next) next.start()
      else this.#running -= 1
    }
  }

  #next(): Job | undefined {
    const rows = this.#rows[this.#nextKind()]
    const [turn] = rows
    if (!turn) return undefined
    const [account, own] = turn
    const [job] = own
    if (!job) return undefined
    // To the end of the row of accounts.
    rows.delete(account)
    rows.set(account, own)
    this.#endWaiting(job)
    for (const client of new Set(job.clients)) this.#takeOut(job, client)
    return job
  }

  #nextKind(): JobKind {
    if (this.#waiting.rendition > 0 && this.#waiting.upload > 0)
      return this.#spent.upload < this.#spent.rendition ? 'upload' : 'rendition'
    this.#spent = { rendition: 0, upload: 0 }
    return this.#waiting.rendition > 0 ? 'rendition' : 'upload'
  }
}
