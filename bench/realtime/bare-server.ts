import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { WebSocketServer } from 'ws'

/** Commands to the bare server: send these bytes to all, or report the event loop delay since the last report. */
export type BareCommand = { send: string } | { delays: true }

/** The `ws` library and nothing else: the reference for any Node server that uses it. */
export function runBareServer(): void {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  // Like the engine's heartbeats: they are read and answered.
  sockets.on('connection', (socket) => {
    socket.on('message', () => socket.send('[null,"0","phoenix","phx_reply",{"status":"ok","response":{}}]'))
    socket.on('error', () => {})
  })
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  process.on('message', (command: BareCommand) => {
    if ('send' in command) {
      const frame = Buffer.from(command.send)
      for (const socket of sockets.clients) socket.send(frame, { binary: false })
      return
    }
    process.send?.({ p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 })
    delays.reset()
  })
  process.on('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}
