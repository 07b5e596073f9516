import pg from 'pg'

/** A message on a live topic. */
export interface Said {
  topic: string
  message: Record<string, unknown>
}

export interface LiveMessages {
  /** Announces everything that is committed, past the gaps between messages. @returns the messages, without `n`. */
  flushed(): Promise<Said[]>
  /** The same with `n`, the number of the message. */
  counted(): Promise<Said[]>
  /** Calls `flush_live` once. @returns its answer. */
  flushOnce(): Promise<number | null>
  /** The messages since the last call, in order, with `n`. */
  taken(): Promise<Said[]>
  /** SQL on the connection that flushes. */
  client: pg.Client
  close(): Promise<void>
}

/**
 * Flushes and hears live messages. While it is open, no other process can flush: it holds the lock of the flush.
 * Messages are copied when they are sent, because the flush deletes them.
 */
export async function hearLive({ databaseUrl }: { databaseUrl: string }): Promise<LiveMessages> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`
    select pg_advisory_lock(hashtextextended('private.flush_live', 0));
    create temporary table heard (at integer generated always as identity, topic text, message jsonb);
    create function pg_temp.hear() returns trigger language plpgsql security definer as $$
      begin
        insert into pg_temp.heard (topic, message) values (new.topic, new.payload - 'id');
        return null;
      end $$;
    create trigger hear after insert on realtime.messages
      for each row when (new.event = 'live' and new.private and pg_backend_pid() = ${await pidOf(client)})
      execute function pg_temp.hear()`)
  const flushOnce = async () =>
    (await client.query<{ due: number | null }>('select private.flush_live() as due')).rows[0]?.due ?? null
  const taken = async () =>
    (
      await client.query<Said>(
        'with t as (delete from heard returning at, topic, message) select topic, message from t order by at',
      )
    ).rows
  const counted = async () => {
    do await client.query(`update private.live_sent set sent_at = sent_at - interval '1 hour'`)
    while ((await flushOnce()) !== null)
    return await taken()
  }
  return {
    client,
    flushOnce,
    taken,
    counted,
    async flushed() {
      return (await counted()).map(({ topic, message: { n: _, ...message } }) => ({ topic, message }))
    },
    async close() {
      await client.query('drop trigger hear on realtime.messages')
      await client.end()
    },
  }
}

const pidOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
