import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/port.ts'
import { findInBucket, type ObjectRow } from '../sql/objects.ts'

/** The fields of a row that are needed to serve the object's bytes. */
export type ServedObject = Pick<ObjectRow, 'id' | 'version' | 'metadata' | 'updated_at'>

interface Address {
  bucketId: string
  name: string
}

export interface PublicObjectsOptions {
  /** Objects that are cached at most; the longest unused is dropped first. */
  max: number
  /** How long an object is cached (ms): the longest effect of a lost notification. */
  ms: number
  now(): number
}

const CHANNEL = 'storage_changed'
const DEFAULTS: PublicObjectsOptions = { max: 10_000, ms: 5_000, now: () => performance.now() }

/** The result of {@link PublicObjects.ask}; undefined when there is no such bucket. */
export type Found = { isPublic: boolean; object: ObjectRow | undefined } | undefined

/**
 * Caches the objects behind addresses of public buckets. A change made through this engine is forgotten before it is
 * answered ({@link changing}), any other one when the database announces its commit. Private buckets, missing objects
 * and answers older than a change are not cached.
 */
export class PublicObjects {
  readonly #db: Pick<Database, 'query'>
  readonly #options: PublicObjectsOptions
  readonly #known: LRUCache<string, { object: ServedObject; until: number }>
  /** Addresses by the ID of their object. */
  readonly #addresses = new Map<string, string>()
  readonly #asking = new Map<string, { changes: number; answer: Promise<Found> }>()
  /** Counts changes, so that an answer from before one is not cached. */
  #changes = 0

  constructor(db: Pick<Database, 'query'>, options: Partial<PublicObjectsOptions> = {}) {
    this.#db = db
    this.#options = { ...DEFAULTS, ...options }
    this.#known = new LRUCache({
      max: this.#options.max,
      dispose: ({ object }, address) => {
        if (this.#addresses.get(object.id) === address) this.#addresses.delete(object.id)
      },
    })
  }

  /** Starts to listen for changes. @returns a function that stops. */
  async watch(db: Pick<Database, 'listen'>): Promise<() => Promise<void>> {
    const onMessage = (id: string) => (id === '' ? this.forgetAll() : this.#forgetId(id))
    return await db.listen(CHANNEL, onMessage, () => this.forgetAll())
  }

  /** The object behind an address of a public bucket, if it is cached. */
  known(bucketId: string, name: string): ServedObject | undefined {
    const address = addressOf(bucketId, name)
    const found = this.#known.get(address)
    if (!found) return undefined
    if (found.until > this.#options.now()) return found.object
    this.#known.delete(address)
    return undefined
  }

  /** Asks the database; concurrent calls share one answer, unless there was a change between them. */
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
   * Runs work that changes objects and then forgets them, also after an error: a transaction that seemed to fail when
   * the connection was lost may have been committed.
   */
  async changing<T>(objects: 'all' | readonly Address[], work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      this.#changes += 1
      if (objects === 'all') this.forgetAll()
      else for (const { bucketId, name } of objects) this.#known.delete(addressOf(bucketId, name))
    }
  }

  forgetAll(): void {
    this.#changes += 1
    this.#known.clear()
  }

  async #ask(bucketId: string, name: string, changes: number): Promise<Found> {
    const found = await findInBucket(this.#db, bucketId, name)
    if (found?.isPublic && found.object && changes === this.#changes)
      this.#keep(addressOf(bucketId, name), found.object)
    return found
  }

  #keep(address: string, { id, version, metadata, updated_at }: ObjectRow): void {
    const until = this.#options.now() + this.#options.ms
    this.#known.set(address, { object: { id, version, metadata, updated_at }, until })
    this.#addresses.set(id, address)
  }

  #forgetId(id: string): void {
    this.#changes += 1
    const address = this.#addresses.get(id)
    if (address !== undefined) this.#known.delete(address)
  }
}

// Unambiguous, because a bucket's name has no slash.
function addressOf(bucketId: string, name: string): string {
  return `${bucketId}/${name}`
}
