import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

/** Everybody that a rule may treat differently, on an engine of their own. */
export interface MemberArea {
  engine: TestEngine
  admin: Persona
  member: Persona
  other: Persona
  suspended: Persona
  /** The first row of a statement run as the owner. */
  row(sql: string, values?: unknown[]): Promise<Record<string, unknown> | undefined>
  /** Limits on writing too fast times this; they are out of the way unless a test is about them. */
  scaleLimits(scale: number): Promise<void>
  /** Sets a balance through the ledger. */
  givePoints(persona: Persona, points: number): Promise<void>
  /** An address in a member's folder of a bucket, as the browser writes it. */
  file(owner: Persona, bucket: string): string
}

/** Starts an engine with an admin, two members and a suspended one. */
export async function openMemberArea(): Promise<MemberArea> {
  const engine = await startEngine()
  const admin = await signUp(engine, { admin: true })
  const member = await signUp(engine)
  const other = await signUp(engine)
  const suspended = await signUp(engine)
  const row = async (sql: string, values: unknown[] = []) => (await engine.owner.query(sql, values))[0]
  const scaleLimits = async (scale: number) => {
    await row('update private.settings set rate_limit_scale = $1', [scale])
    await row('delete from private.rate_counters')
  }
  await row('update public.profiles set is_suspended = true where id = $1', [suspended.user.id])
  await scaleLimits(1000)
  return {
    engine,
    admin,
    member,
    other,
    suspended,
    row,
    scaleLimits,
    async givePoints(persona, points) {
      await row(
        `insert into public.points_log (user_id, points_change, reason)
          select id, $2 - points, 'set by the test' from public.profiles where id = $1 and points <> $2`,
        [persona.user.id, points],
      )
    },
    file: (owner, bucket) => `${engine.url}/storage/v1/object/public/${bucket}/${owner.user.id}/1700000000000.jpg`,
  }
}
