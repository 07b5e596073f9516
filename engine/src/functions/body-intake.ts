import type { IncomingMessage } from 'node:http'
import { readBody } from '../http/body.ts'
import { limiterKey } from '../http/client-address.ts'
import type { IntakeLimits } from './limits.ts'
import { threadErrors } from './thread-errors.ts'

/** A body in memory whose call has not begun. */
export interface HeldBody {
  bytes: Buffer
  /** Aborted when the call has to make room, with `TOO_MANY_BODIES`. */
  cut: AbortSignal
  /** To be called when the call begins or is given up. */
  release(): void
}

/** Reads the bodies of calls before they take a place. */
export interface BodyIntake {
  /**
   * @param limit bytes of this body.
   * @throws {BodyError} when the body cannot be accepted.
   * @throws {FunctionError} `TOO_MANY_BODIES` when it had to make room.
   */
  read(request: { raw: IncomingMessage; clientIp: string }, limit: number): Promise<HeldBody>
  /** The number of bodies that arrive. */
  reading(): number
}

interface Held {
  address: string
  bytes: number
  arrives: boolean
  cut: AbortController
}

/**
 * If there is one body too many, another one is dropped, so that clients that send quickly are not refused because of
 * slow ones: above the limit of an address the body that began first, above the limit of memory the largest.
 */
export function createBodyIntake({ bodiesBytes, bodiesPerAddress, pace }: IntakeLimits): BodyIntake {
  // A Set keeps its insertion order, so the body that began first comes first.
  const all = new Set<Held>()
  let total = 0

  const end = ({ cut }: Held) => cut.abort(threadErrors.tooManyBodies())
  const endFirstOf = (address: string) => {
    const arriving = [...all].filter((one) => one.arrives && one.address === address)
    if (arriving[0] && arriving.length >= bodiesPerAddress) end(arriving[0])
  }
  const add = (held: Held, count: number) => {
    held.bytes += count
    total += count
    if (total > bodiesBytes) end([...all].reduce((largest, one) => (one.bytes > largest.bytes ? one : largest), held))
  }

  return {
    async read({ raw, clientIp }, limit) {
      const held: Held = { address: limiterKey(clientIp), bytes: 0, arrives: true, cut: new AbortController() }
      const release = () => {
        if (all.delete(held)) total -= held.bytes
      }
      endFirstOf(held.address)
      all.add(held)
      const { signal } = held.cut
      try {
        const bytes = await readBody(raw, limit, { pace, onBytes: (count) => add(held, count), signal })
        held.arrives = false
        return { bytes, cut: signal, release }
      } catch (error) {
        release()
        throw error
      }
    },
    reading: () => [...all].filter(({ arrives }) => arrives).length,
  }
}
