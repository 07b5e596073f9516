import type { Database } from '../../db/port.ts'
import { findInBucket, type ObjectRow } from '../sql/objects.ts'

/** What serving an object's bytes needs to know of its row. */
export type ServedObject = Pick<ObjectRow, 'id' | 'version' | 'metadata' | 'updated_at'>

interface Address {
  bucketId: string
  name: string
}

export interface PublicObjectsOptions {
  /** Objects that are remembered at most; the longest known goes first. */
  max: number
  /** How long one is remembered (ms): the longest that a lost notification can matter. */
  ms: number
  now(): number
}

const CHANNEL = 'storage_changed'
const DEFAULTS: PublicObjectsOptions = { max: 10_000, ms: 5_000, now: () => performance.now() }

/** What {@link PublicObjects.ask} answers; undefined when there is no such bucket. */
export type Found = { isPublic: boolean; object: ObjectRow | undefined } | undefined

/**
 * Remembers where addresses of public buckets lead. A change made through this engine is forgotten before it is
 * answered ({@link changing}), any other one when the database tells of its commit. Nothing is remembered of private
 * buckets, of what is not there, and of answers that a change has overtaken.
 */
export class PublicObjects {
  readonly #db: Pick<Database, 'query'>
  readonly #options: PublicObjectsOptions
  readonly #known = new Map<string, { object: ServedObject; until: number }>()
  /** Addresses by the id of their object. */
  readonly #addresses = new Map<string, string>()
  readonly #asking = new Map<string, { changes: number; answer: Promise<Found> }>()
  /** Counts changes, so that an answer from before one is not kept. */
  #changes = 0

  constructor(db: Pick<Database, 'query'>, options: Partial<PublicObjectsOptions> = {}) {
    this.#db = db
    this.#options = { ...DEFAULTS, ...options }
  }

  /** Starts to hear of changes. @returns a function that stops. */
  async watch(db: Pick<Database, 'listen'>): Promise<() => Promise<void>> {
    const onMessage = (id: string) => (id === '' ? this.forgetAll() : this.#forgetId(id))
    return await db.listen(CHANNEL, onMessage, () => this.forgetAll())
  }

  /** The object behind an address of a public bucket, if it is remembered. */
  known(bucketId: string, name: string): ServedObject | undefined {
    const address = addressOf(bucketId, name)
    const found = this.#known.get(address)
    if (!found) return undefined
    if (found.until > this.#options.now()) return found.object
    this.#forget(address)
    return undefined
  }

  /** Asks the database; many who ask at once share one answer, unless a change lies between them. */
  ask(bucketId: string, name: string): Promise<Found> {
    const address = addressOf(bucketId, name)
    const before = this.#asking.get(address)
    if (before?.changes === this.#changes) return before.answer
    const changes = this.#changes
    const asking = { changes, answer: this.#ask(bucketId, name, changes) }
    this.#asking.set(address, asking)
    const done = () => {
      if (this.#asking.get(address) === asking) this.#asking.delete(address)
    }
    asking.answer.then(done, done)
    return asking.answer
  }

  /**
   * Runs work that changes objects, and forgets them when it is over, however it ended: a transaction whose end was
   * lost may have happened.
   */
  async changing<T>(objects: 'all' | readonly Address[], work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      this.#changes += 1
      if (objects === 'all') this.forgetAll()
      else for (const { bucketId, name } of objects) this.#forget(addressOf(bucketId, name))
    }
  }

  forgetAll(): void {
    this.#changes += 1
    this.#known.clear()
    this.#addresses.clear()
  }

  async #ask(bucketId: string, name: string, changes: number): Promise<Found> {
    const found = await findInBucket(this.#db, bucketId, name)
    if (found?.isPublic && found.object && changes === this.#changes)
      this.#keep(addressOf(bucketId, name), found.object)
    return found
  }

  #keep(address: string, { id, version, metadata, updated_at }: ObjectRow): void {
    this.#forget(address)
    const oldest = this.#known.size >= this.#options.max ? this.#known.keys().next().value : undefined
    if (oldest !== undefined) this.#forget(oldest)
    const until = this.#options.now() + this.#options.ms
    this.#known.set(address, { object: { id, version, metadata, updated_at }, until })
    this.#addresses.set(id, address)
  }

  #forgetId(id: string): void {
    this.#changes += 1
    const address = this.#addresses.get(id)
    if (address !== undefined) this.#forget(address)
  }

  #forget(address: string): void {
    const found = this.#known.get(address)
    if (!found) return
    this.#known.delete(address)
    if (this.#addresses.get(found.object.id) === address) this.#addresses.delete(found.object.id)
  }
}

// A bucket's name has no slash.
function addressOf(bucketId: string, name: string): string {
  return `${bucketId}/${name}`
}
