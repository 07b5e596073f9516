import type { RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Answers the requests of a connection one after the other. Node hands over all that have arrived, and keeps each answer
 * whole until those before it are sent: a client that sends many requests at once and reads nothing would fill the memory.
 * While requests wait, nothing more is read from their connection.
 * @returns the listener, and whether a connection has a request that is not answered yet.
 */
export function inTurn(answer: RequestListener): { listen: RequestListener; isAnswering(socket: Duplex): boolean } {
  /** For each connection with a request that is being answered, how to begin those behind it. */
  const queues = new WeakMap<Duplex, (() => void)[]>()

  const listen: RequestListener = (request, response) => {
    const { socket } = request
    const next = () => {
      const waiting = queues.get(socket) ?? []
      const begin = socket.destroyed ? undefined : waiting.shift()
      // The body of the request that begins may still be on its way.
      if (waiting.length === 0) socket.resume()
      if (begin) begin()
      else queues.delete(socket)
    }
    const begin = () => {
      response.once('close', next)
      answer(request, response)
    }
    const waiting = queues.get(socket)
    if (waiting) {
      waiting.push(begin)
      socket.pause()
      return
    }
    queues.set(socket, [])
    begin()
  }
  return { listen, isAnswering: (socket) => queues.has(socket) }
}
