import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'

export const CLOSED = 'Registration is closed'
export const NEEDED = 'An invitation is needed'
export const ENDED = 'The invitation has ended'

/** A sign-up with this code in its metadata. @returns the message of the refusal, or undefined. */
export async function join(
  { engine }: MemberArea,
  invitation?: string | null,
  { email = `${randomUUID()}@example.com`, ...data }: { email?: string; referrer_id?: string } = {},
): Promise<string | undefined> {
  const { error } = await guest(engine).auth.signUp({
    email,
    password: 'twelve hooks',
    options: { data: { ...data, username: `new-${randomUUID().slice(0, 12)}`, ...(invitation && { invitation }) } },
  })
  if (error) expect([error.status, error.code]).toEqual([422, 'validation_failed'])
  return error?.message
}

/** What a guest with this code is told. */
export const mayJoin = async ({ engine }: MemberArea, invitation?: string): Promise<unknown> =>
  expectAllowed(await guest(engine).rpc('may_join', invitation === undefined ? {} : { invitation }))

/** Who may join the club from now on. */
export const setJoining = ({ row }: MemberArea, joining: 'open' | 'invitation' | 'closed') =>
  row('update public.site_settings set joining = $1', [joining])
