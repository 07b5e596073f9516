import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

interface Listed {
  id: string
  address: string
  invited_by: string | null
  created_at: string
  expires_at: string
  state: string
  error: string | null
}

interface Taken {
  id: string
  attempt: number
  address: string
  code: string
  inviter: string | null
  inviter_id: string | null
}

/** An address that nobody has used. */
export const fresh = () => `eve-${randomUUID().slice(0, 12)}@lake.test`

/** An area whose admins invite by mail. Its mails are taken and reported by the tests only. */
export type Mailing = Awaited<ReturnType<typeof openMailing>>

export async function openMailing() {
  const area = await openMemberArea()
  // The sender would notice that this site sends no mail.
  await area.row('delete from cron.job')
  const second = await signUp(area.engine, { admin: true })
  return { area, second, ...callsOf(area), ...queueOf(area), ...clockOf(area) }
}

function callsOf(area: MemberArea) {
  const ask = (addresses: unknown, by: Persona = area.admin, request: string | null = randomUUID()) =>
    by.rpc('invite_addresses', { request, addresses })
  const answers = async (addresses: unknown[], by?: Persona, request?: string) =>
    (expectAllowed(await ask(addresses, by, request)) as { answer: string }[]).map(({ answer }) => answer)
  const list = async (values: object = {}) =>
    expectAllowed(await area.admin.rpc('mailed_invitations', values)) as Listed[]
  const stored = (address: string) =>
    area.row('select * from private.mailed_invitations where address = $1 order by created_at desc limit 1', [address])
  const answer = async (address: string, by?: Persona) => (await answers([address], by))[0]
  return {
    ask,
    answers,
    answer,
    list,
    stored,
    stateOf: async (address: string) => (await list({ search: address }))[0]?.state,
    /** A new invitation. */
    async invited(by?: Persona) {
      const address = fresh()
      expect(await answer(address, by)).toBe('invited')
      const { id, code } = (await stored(address)) ?? {}
      return { address, id: String(id), code: String(code) }
    },
    withdraw: async (ids: string[], by: Persona = area.admin) =>
      expectAllowed(await by.rpc('withdraw_invitations', { ids })) as number,
    trail: () =>
      area.engine.owner.query(
        'select action, actor_name, subject_kind, subject_label, details from private.audit_log order by created_at',
      ),
  }
}

function queueOf({ engine }: MemberArea) {
  const take = async () =>
    expectAllowed(await service(engine).rpc('take_invitations', { size: 100 })) as unknown as Taken[]
  const report = async (id: string | undefined, attempt: number | undefined, outcome: string, error?: string) => {
    const results = [{ id, attempt, outcome, ...(error !== undefined && { error }) }]
    expect((await service(engine).rpc('end_invitations', { results })).error).toBeNull()
  }
  return {
    take,
    report,
    /** Takes what is due, and reports this about the mail to an address. */
    async send(address: string, outcome: string, error?: string): Promise<void> {
      await engine.owner.query('update private.mailed_invitations set due_at = now() where outcome is null')
      const one = (await take()).find((each) => each.address === address)
      expect(one).toBeDefined()
      await report(one?.id, one?.attempt, outcome, error)
    },
  }
}

function clockOf({ row }: MemberArea) {
  return {
    /** As if this time had passed since the address was invited. */
    async pass(address: string, time: string): Promise<void> {
      await row(
        `update private.mailed_invitations set
            created_at = created_at - $2::interval, expires_at = expires_at - $2::interval,
            due_at = due_at - $2::interval, ended_at = ended_at - $2::interval,
            accepted_at = accepted_at - $2::interval, withdrawn_at = withdrawn_at - $2::interval
          where address = $1`,
        [address, time],
      )
      await row(
        `update private.invited_addresses set invited_at = invited_at - $2::interval
          where address_hash = private.address_hash($1)`,
        [address, time],
      )
    },
    /** The daily job. */
    tend: () => row('select private.delete_expired_marks()'),
  }
}
