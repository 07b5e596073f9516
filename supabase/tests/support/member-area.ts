import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { storedFile } from '../../../test-support/stored-file.ts'

/** One of each persona that rules distinguish, on their own engine. */
export interface MemberArea {
  engine: TestEngine
  admin: Persona
  member: Persona
  other: Persona
  suspended: Persona
  /** The first row of a statement run as the owner. */
  row(sql: string, values?: unknown[]): Promise<Record<string, unknown> | undefined>
  /** Multiplies the rate limits; they are raised out of the way unless a test is about them. */
  scaleLimits(scale: number): Promise<void>
  /** Sets a balance through the ledger. */
  givePoints(persona: Persona, points: number): Promise<void>
  /** Stores a file in a member's folder of a bucket. @returns its address, as the browser builds it. */
  file(owner: Persona, bucket: string): Promise<string>
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
    async file({ user }, bucket) {
      const name = await storedFile(engine, bucket, user.id)
      return `${engine.url}/storage/v1/object/public/${bucket}/${name}`
    },
  }
}
