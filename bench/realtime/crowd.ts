import { type ClientSocket, openClientSocket } from './client-socket.ts'

/** What a crowd is told to do. */
export type CrowdCommand =
  | {
      do: 'open'
      /** Which of its crowds; there is one at each server. */
      at: string
      url: string
      count: number
      localAddress: string
      /** Join payloads, taken in turn; none for a server without channels. */
      joins: string[]
    }
  | { do: 'expect'; at: string }
  | { do: 'drop'; at: string }

/** What it says: ready after opening (ms), or when each socket got its frame (ms of the system's steady clock). */
export type CrowdAnswer = { opened: number } | { arrived: number[]; frame: string } | { dropped: number }

const OPENING_AT_ONCE = 200
const HEARTBEAT_MS = 20_000
const BEATS = 40

/** Milliseconds of a clock that all processes of the machine share. */
export const steadyNow = () => Number(process.hrtime.bigint()) / 1e6

/** Thousands of sockets in one process; takes commands from its parent. */
export function runCrowd(): void {
  const crowds = new Map<string, Set<ClientSocket>>()
  const waiting = new Map<string, { left: number; arrived: number[] }>()

  const open = async ({ at, url, count, localAddress, joins }: CrowdCommand & { do: 'open' }) => {
    const start = steadyNow()
    const address = new URL(url)
    const sockets = new Set<ClientSocket>()
    crowds.set(at, sockets)
    let next = 0
    const one = (n: number) =>
      new Promise<void>((resolve, reject) => {
        const join = joins.length > 0 ? joins[n % joins.length] : undefined
        openClientSocket(address, localAddress, {
          onOpen(socket) {
            sockets.add(socket)
            if (join === undefined) resolve()
            else socket.send(join)
          },
          onText(frame) {
            const head = frame.toString('latin1', 0, 120)
            if (head.includes('"postgres_changes",{"ids"')) return arrive(at, frame)
            if (!head.includes('"phx_reply"')) {
              if (head.includes('"system"')) resolve()
              return
            }
            if (head.includes('"status":"error"')) reject(new Error(frame.toString()))
          },
          onClose() {
            if (crowds.get(at) === sockets) throw new Error(`a socket at ${at} was closed`)
          },
        })
      })
    const opener = async () => {
      while (next < count) await one(next++)
    }
    await Promise.all(Array.from({ length: Math.min(OPENING_AT_ONCE, count) }, opener))
    say({ opened: steadyNow() - start })
  }

  const arrive = (at: string, frame: Buffer) => {
    const round = waiting.get(at)
    if (!round) return
    round.arrived.push(steadyNow())
    round.left -= 1
    if (round.left > 0) return
    waiting.delete(at)
    say({ arrived: round.arrived, frame: frame.toString() })
  }

  // A part of the sockets each time, as the heartbeats of strangers would come.
  let beat = 0
  setInterval(() => {
    beat += 1
    for (const sockets of crowds.values()) {
      let n = 0
      for (const socket of sockets) {
        if (n % BEATS === beat % BEATS) socket.send('[null,"0","phoenix","heartbeat",{}]')
        n += 1
      }
    }
  }, HEARTBEAT_MS / BEATS)

  process.on('message', (command: CrowdCommand) => {
    if (command.do === 'open') void open(command)
    const sockets = crowds.get(command.at) ?? new Set<ClientSocket>()
    if (command.do === 'expect') waiting.set(command.at, { left: sockets.size, arrived: [] })
    if (command.do === 'drop') {
      crowds.delete(command.at)
      for (const socket of sockets) socket.drop()
      say({ dropped: sockets.size })
    }
  })
  process.on('disconnect', () => process.exit())
}

function say(answer: CrowdAnswer): void {
  process.send?.(answer)
}
