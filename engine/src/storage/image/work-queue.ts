import { storageErrors } from '../errors.ts'

/** What a job is for: somebody looks at a page and waits for a rendition, which takes a fraction of an upload's time. */
type JobKind = 'rendition' | 'upload'

/** Whose job it is, and what for. */
interface JobOrder {
  kind: JobKind
  /** The account, or for guests the address; undefined for the operator, who has places without limit of its own. */
  account: string | undefined
}

interface QueueLimits {
  /** Jobs at once. */
  workers: number
  /** Jobs of each kind that may wait. */
  places: number
  /** Uploads of one account that may wait when half of the places are taken; before that it may have more. */
  uploadsPerAccount: number
}

type Start = () => void

/**
 * Runs a few jobs at once, queues some, and refuses the rest: decoding is the most expensive work of the service.
 * Renditions go before uploads, and within each kind the accounts take turns, so nobody's many jobs keep the next
 * account waiting for more than one of them.
 */
export class WorkQueue {
  readonly #limits: QueueLimits
  /** By kind, the waiting jobs of each account; the account whose turn is next comes first. */
  readonly #waiting: Readonly<Record<JobKind, Map<string | undefined, Start[]>>> = {
    rendition: new Map(),
    upload: new Map(),
  }
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /**
   * Runs the job when its turn comes.
   * @throws {StorageError} 429 when all places, or the account's, are taken.
   */
  async run<T>(order: JobOrder, job: () => Promise<T>): Promise<T> {
    // The finished job passes its place on, so `#running` does not change.
    if (this.#running >= this.#limits.workers) await this.#wait(order)
    else this.#running += 1
    try {
      return await job()
    } finally {
      const next = this.#next()
      if (next) next()
      else this.#running -= 1
    }
  }

  #wait({ kind, account }: JobOrder): Promise<void> {
    const accounts = this.#waiting[kind]
    const own = accounts.get(account) ?? []
    let all = 0
    for (const { length } of accounts.values()) all += length
    const { places, uploadsPerAccount } = this.#limits
    // In quiet times nobody is refused for sending an album at once: the turns keep others from waiting behind it.
    const hasItsShare = kind === 'upload' && account !== undefined && own.length >= uploadsPerAccount
    if (all >= places || (hasItsShare && all >= places / 2))
      throw storageErrors.slowDown('Too many images at once: try again soon')
    accounts.set(account, own)
    return new Promise((resolve) => own.push(resolve))
  }

  #next(): Start | undefined {
    for (const accounts of [this.#waiting.rendition, this.#waiting.upload]) {
      const [turn] = accounts
      if (!turn) continue
      const [account, own] = turn
      const start = own.shift()
      // To the end of the row, if it has more.
      accounts.delete(account)
      if (own.length > 0) accounts.set(account, own)
      return start
    }
    return undefined
  }
}
