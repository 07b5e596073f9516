import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/port.ts'
import type { Logger } from '../../kernel/logger.ts'
import { storageErrors } from '../errors.ts'
import { askForTurn, endTurn, findUpload, type ResumableUpload, renewTurn, takeTurn } from '../sql/resumable.ts'

/** Notified with the ID of an upload whose turn another request wants. */
const CHANNEL = 'storage_turn'

/** How long the turn of an engine lasts that was killed. */
const TURN_SECONDS = 10
const RENEW_MS = 3_000
/** Longer than a turn that nobody renews, so that the upload of a killed engine continues without a refusal. */
const WAIT_MS = 12_000
const LOOK_MS = 100
/** A notification may be lost with the connection that it arrives on. */
const ASK_EVERY = 10

/** The right to read and write an upload, which one request has at a time. */
export interface Turn {
  /** As it was when the turn began. */
  upload: ResumableUpload
  writer: string
  /** Aborted when another request has taken the turn because this engine did not renew it in time. */
  lost: AbortSignal
  /** Whether, and as soon as, another request wants the turn, `giveUp` is called. @returns a function that ends this. */
  whenAsked(giveUp: () => void): () => void
  end(): Promise<void>
}

interface Held {
  id: string
  asked: boolean
  giveUp: (() => void) | undefined
}

interface Waiting {
  displaced: boolean
  wake(): void
}

/**
 * Gives requests their turns at uploads, across all engines: by a row of the database that is renewed while a turn lasts.
 * A new request asks the one that has the turn to give it up, because of two requests for one upload the earlier one
 * usually hangs on a connection that is gone.
 */
export class Turns {
  readonly #db: Database
  readonly #log: Logger
  readonly #held = new Map<string, Held>()
  /** By upload: of several requests that wait, only the newest goes on. */
  readonly #waiting = new Map<string, Waiting>()

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Listens for requests of all engines. @returns a function that stops. */
  async watch(): Promise<() => Promise<void>> {
    const hear = (id: string) => {
      for (const held of this.#held.values()) {
        if (held.id !== id) continue
        held.asked = true
        held.giveUp?.()
      }
    }
    return await this.#db.listen(CHANNEL, hear, () => {})
  }

  /**
   * Waits for the turn at an upload, at most 12 s.
   * @param gone ends the waiting.
   * @throws {StorageError} NoSuchUpload, or ResourceLocked when it is not free in time or a newer request waits.
   */
  async take(id: string, gone: AbortSignal): Promise<Turn> {
    const writer = randomUUID()
    const end = performance.now() + WAIT_MS
    let waiting: Waiting | undefined
    try {
      for (let look = 0; ; look += 1) {
        const upload = await takeTurn(this.#db, id, writer, TURN_SECONDS)
        if (upload) return this.#hold(upload, writer)
        if (look === 0 && !(await findUpload(this.#db, id))) throw storageErrors.noSuchUpload()
        waiting ??= this.#wait(id)
        if (waiting.displaced || gone.aborted || performance.now() > end) throw storageErrors.uploadLocked()
        if (look % ASK_EVERY === 0) await askForTurn(this.#db, CHANNEL, id)
        await pause(LOOK_MS, waiting)
      }
    } finally {
      if (waiting && this.#waiting.get(id) === waiting) this.#waiting.delete(id)
    }
  }

  #wait(id: string): Waiting {
    const earlier = this.#waiting.get(id)
    const waiting: Waiting = { displaced: false, wake: () => {} }
    this.#waiting.set(id, waiting)
    if (earlier) {
      earlier.displaced = true
      earlier.wake()
    }
    return waiting
  }

  #hold(upload: ResumableUpload, writer: string): Turn {
    const lost = new AbortController()
    const held: Held = { id: upload.id, asked: false, giveUp: undefined }
    this.#held.set(writer, held)
    const renew = async () => {
      if (!(await renewTurn(this.#db, upload.id, writer, TURN_SECONDS))) lost.abort(storageErrors.uploadLocked())
    }
    const renewing = setInterval(() => {
      renew().catch((error) => this.#log.warn({ error }, 'the turn at an upload could not be renewed'))
    }, RENEW_MS).unref()
    return {
      upload,
      writer,
      lost: lost.signal,
      whenAsked(giveUp) {
        held.giveUp = giveUp
        if (held.asked) giveUp()
        return () => {
          held.giveUp = undefined
        }
      },
      end: async () => {
        clearInterval(renewing)
        this.#held.delete(writer)
        // Otherwise it ends by itself.
        await endTurn(this.#db, upload.id, writer).catch((error) =>
          this.#log.warn({ error }, 'the turn at an upload could not be ended'),
        )
        this.#waiting.get(upload.id)?.wake()
      },
    }
  }
}

async function pause(ms: number, waiting: Waiting): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    waiting.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}
