import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type CrowdAnswer, type CrowdCommand, steadyNow } from './crowd.ts'

/** Starts a benchmark's own file as another process in a role; a bare server first says its port. */
export async function startRole(file: string, role: 'bare' | 'crowd', children: ChildProcess[]) {
  const child = fork(fileURLToPath(file), [role], { execArgv: ['--import', 'tsx'] })
  children.push(child)
  if (role === 'crowd') return { child, said: undefined }
  const [said] = await once(child, 'message')
  return { child, said: said as unknown }
}

/** Gives all crowds a command and waits for all answers. */
export async function tell(crowds: readonly ChildProcess[], command: CrowdCommand): Promise<CrowdAnswer[]> {
  return await Promise.all(
    crowds.map(async (crowd) => {
      const over = new AbortController()
      const answer = once(crowd, 'message', { signal: over.signal }) as Promise<[CrowdAnswer]>
      const lost = once(crowd, 'exit', { signal: over.signal }).then(() => {
        throw new Error('a crowd ended')
      })
      crowd.send(command)
      try {
        return (await Promise.race([answer, lost]))[0] as CrowdAnswer
      } finally {
        over.abort()
      }
    }),
  )
}

/**
 * Opens sockets, shared among the crowds.
 * @param joins join frames, taken in turn; none for sockets that only open.
 * @returns milliseconds until all are open, and joined.
 */
export async function openAll(
  crowds: readonly ChildProcess[],
  at: string,
  url: string,
  count: number,
  joins: string[],
): Promise<number> {
  const start = steadyNow()
  await Promise.all(
    crowds.map((crowd, n) =>
      tell([crowd], {
        do: 'open',
        at,
        url,
        count: shareOf(count, crowds.length, n),
        localAddress: `127.0.0.${2 + n}`,
        // With a join for each socket, each crowd takes its part of them.
        joins: joins.length < count ? joins : joins.filter((_, number) => number % crowds.length === n),
      }),
    ),
  )
  return steadyNow() - start
}

/** The part of a count that falls to one of several crowds. */
export function shareOf(count: number, crowds: number, number: number): number {
  return Math.floor(count / crowds) + (number < count % crowds ? 1 : 0)
}

/** The frame with which a member joins a private topic. */
export function privateJoin(topic: string, token: string): string {
  const config = { private: true, broadcast: { ack: false, self: false }, presence: { key: '' } }
  return JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config, access_token: token }])
}
