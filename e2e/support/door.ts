import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Another address of a site, which can be shut. */
export interface Door {
  url: string
  /** From now on connections are refused, and open ones are cut. */
  shut(): Promise<void>
  open(): Promise<void>
}

/** A door to the site. A browser that is switched offline refuses by itself; here the operating system does. */
export async function makeDoor(site: string): Promise<Door> {
  const { hostname, port } = new URL(site)
  const sockets = new Set<Socket>()
  const server = createServer((visitor) => {
    const engine = connect(Number(port), hostname)
    for (const [socket, other] of [
      [visitor, engine],
      [engine, visitor],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const own = await listen(0)
  return {
    url: `http://127.0.0.1:${own}`,
    async shut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async open() {
      await listen(own)
    },
  }
}
