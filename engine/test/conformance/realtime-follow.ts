import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'

/** The argument of a `postgres_changes` callback. */
export interface SeenChange {
  eventType: 'INSERT' | 'UPDATE' | 'DELETE'
  schema: string
  table: string
  commit_timestamp: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: string[] | null
}

export interface SystemMessage {
  extension: string
  status: string
  message: string
  channel: string
}

export interface Followed {
  channel: RealtimeChannel
  changes: SeenChange[]
  system: SystemMessage[]
  /** Every status that `subscribe` reported. */
  statuses: string[]
  /** Waits until the changes so far satisfy the condition. @returns them. */
  until(passes: (changes: readonly SeenChange[]) => boolean): Promise<readonly SeenChange[]>
  /** Waits until the channel has reported a status that many times. */
  status(wanted: string, times?: number): Promise<void>
  /** Waits for a `system` message. */
  said(passes: (message: SystemMessage) => boolean): Promise<SystemMessage>
}

export interface Wanted {
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  schema: string
  table?: string
  filter?: string
  select?: string[]
}

let number = 0

/** Joins a channel and waits until its changes are captured, or until the server has sent the reason why not. */
export async function follow(client: SupabaseClient, wanted: readonly Wanted[], name = `room-${number}`) {
  number += 1
  const waiting = new Set<() => void>()
  const checkAll = () => {
    for (const check of [...waiting]) check()
  }
  const when = async (holds: () => boolean) =>
    await new Promise<void>((resolve) => {
      const check = () => {
        if (!holds()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })

  const channel = client.channel(name)
  const [changes, system, statuses]: [SeenChange[], SystemMessage[], string[]] = [[], [], []]
  for (const filter of wanted)
    channel.on('postgres_changes', filter as never, (change: SeenChange) => {
      changes.push(change)
      checkAll()
    })
  channel.on('system', {}, (message: SystemMessage) => {
    system.push(message)
    checkAll()
  })
  channel.subscribe((status) => {
    statuses.push(status)
    checkAll()
  })
  const followed: Followed = {
    channel,
    changes,
    system,
    statuses,
    async until(passes) {
      await when(() => passes(changes))
      return changes
    },
    status: async (status, times = 1) => await when(() => statuses.filter((seen) => seen === status).length >= times),
    async said(passes) {
      await when(() => system.some(passes))
      return system.find(passes) as SystemMessage
    },
  }
  if (wanted.length > 0) await followed.said(() => true)
  else await followed.status('SUBSCRIBED')
  return followed
}
