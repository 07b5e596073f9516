import { type ClientSocket, openClientSocket } from './client-socket.ts'

/** Commands to a crowd. */
export type CrowdCommand =
  | {
      do: 'open'
      /** Name of the crowd; there is one for each server. */
      at: string
      url: string
      count: number
      localAddress: string
      /** Join payloads, taken in turn; none for a server without channels. */
      joins: string[]
    }
  /** Sends one join on each open socket, all at once. */
  | { do: 'join'; at: string; joins: string[] }
  | { do: 'expect'; at: string }
  /** Counts messages with the time of their sending (`"at":`, steady clock) until each socket has so many. */
  | { do: 'hear'; at: string; messages: number }
  | { do: 'drop'; at: string }

/**
 * Answers: ready after opening (ms); when the last join was answered and when each socket received its frame (ms of the
 * system's steady clock); or how many messages took so many milliseconds.
 */
export type CrowdAnswer =
  | { opened: number }
  | { joined: number }
  | { arrived: number[]; frame: string }
  | { delays: Record<number, number> }
  | { dropped: number }

const OPENING_AT_ONCE = 200
const HEARTBEAT_MS = 20_000
const BEATS = 40

/** Milliseconds of a clock that all processes of the machine share. */
export const steadyNow = () => Number(process.hrtime.bigint()) / 1e6

/** Thousands of sockets in one process; takes commands from its parent. */
export function runCrowd(): void {
  const crowds = new Map<string, Set<ClientSocket>>()
  const waiting = new Map<string, { left: number; arrived: number[] }>()
  const joining = new Map<string, number>()
  const hearing = new Map<string, { left: number; delays: Record<number, number> }>()

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
            if (hearing.has(at) && hear(at, frame)) return
            const head = frame.toString('latin1', 0, 120)
            if (head.includes('"postgres_changes",{"ids"')) return arrive(at, frame)
            if (!head.includes('"phx_reply"')) {
              if (head.includes('"system"')) resolve()
              return
            }
            if (head.includes('"status":"error"')) reject(new Error(frame.toString()))
            if (joining.has(at)) answered(at, frame)
            else if (join?.includes('"private":true')) resolve()
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

  const answered = (at: string, frame: Buffer) => {
    if (frame.includes('"status":"error"')) throw new Error(frame.toString())
    const left = (joining.get(at) ?? 0) - 1
    joining.set(at, left)
    if (left > 0) return
    joining.delete(at)
    say({ joined: steadyNow() })
  }

  const hear = (at: string, frame: Buffer): boolean => {
    const round = hearing.get(at)
    const sentAt = Number(/"at": ?([\d.]+)/.exec(frame.toString('latin1'))?.[1])
    if (!round || Number.isNaN(sentAt)) return false
    const delay = Math.round(steadyNow() - sentAt)
    round.delays[delay] = (round.delays[delay] ?? 0) + 1
    round.left -= 1
    if (round.left > 0) return true
    hearing.delete(at)
    say({ delays: round.delays })
    return true
  }

  // A part of the sockets each time, because the heartbeats of independent clients are not synchronised.
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
    if (command.do === 'join') {
      joining.set(command.at, sockets.size)
      let n = 0
      for (const socket of sockets) socket.send(command.joins[n++ % command.joins.length] ?? '')
    }
    if (command.do === 'hear') hearing.set(command.at, { left: sockets.size * command.messages, delays: {} })
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
