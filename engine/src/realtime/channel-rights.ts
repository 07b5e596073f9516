import type { Database } from '../db/port.ts'
import type { Caller } from '../http/caller.ts'

/** What somebody may do on a private channel. */
export type ChannelRight = 'hear broadcast' | 'hear presence' | 'speak broadcast' | 'speak presence'

export const NO_RIGHTS: ReadonlySet<ChannelRight> = new Set()

/**
 * Asks the policies on `realtime.messages` as the caller.
 * @param name the channel, without `realtime:` in front.
 */
export async function channelRights(
  db: Pick<Database, 'runAs'>,
  name: string,
  caller: Caller,
): Promise<ReadonlySet<ChannelRight>> {
  const rows = await db.runAs<{ rights: ChannelRight[] }>(
    {
      role: caller.role,
      // Rows are tried and taken back.
      readOnly: false,
      settings: {
        search_path: '"public", "extensions"',
        'request.jwt.claims': caller.claimsJson,
        'realtime.topic': name,
      },
    },
    { name: 'realtime_rights', text: 'select to_json(engine.channel_rights($1)) as rights', values: [name] },
  )
  return new Set(rows[0]?.rights)
}
