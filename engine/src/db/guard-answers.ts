import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { ClientBase } from 'pg'
import { messageOf } from '../kernel/errors.ts'
import { UnreadableAnswerError } from './errors.ts'

/** The parts of `pg`'s client and connection that are used here; it publishes none of them. */
interface OpenClient {
  connection: {
    stream: Duplex
    /** Reads messages from the stream: the plain one, or the one over TLS. */
    attachListeners(stream: Pick<EventEmitter, 'on'>): void
  }
  _getActiveQuery(): { handleError(error: Error, connection: unknown): void } | null
}

/**
 * Has an exception while an answer is read cost its connection, not the process: `pg` reads answers in a handler of the
 * socket, where nobody catches. One reason is an answer longer than a string can be.
 *
 * The statement whose answer it was fails with an {@link UnreadableAnswerError}, because another attempt would have the
 * same answer. Others that wait on the same connection fail as with any lost connection, and may be repeated.
 * @param client not connected yet.
 */
export function guardAnswers(client: ClientBase): void {
  const opened = client as unknown as OpenClient
  const { connection } = opened
  const attach = connection.attachListeners.bind(connection)
  connection.attachListeners = (stream) => {
    const fail = (error: unknown) => {
      const failure = new UnreadableAnswerError(`an answer could not be read: ${messageOf(error)}`, { cause: error })
      // Ended first, so that the pool does not lend the connection again.
      connection.stream.destroy()
      opened._getActiveQuery()?.handleError(failure, connection)
    }
    attach({
      on(event: string, listener: (...args: unknown[]) => void) {
        const guarded = (...args: unknown[]) => {
          try {
            listener(...args)
          } catch (error) {
            fail(error)
          }
        }
        return stream.on(event, event === 'data' ? guarded : listener) as EventEmitter
      },
    })
  }
}
