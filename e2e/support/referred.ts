import { randomUUID } from 'node:crypto'
import type { Instance } from './instance.ts'

/** Registers a member whom another one referred; the referral waits for the approval of the referrer. */
export async function registerReferred(instance: Instance, referrerId: string) {
  const username = `friend_${randomUUID().slice(0, 8)}`
  const email = `${username}@bankside.test`
  const client = await instance.client()
  const { error } = await client.auth.signUp({
    email,
    password: 'quiet-water',
    options: { data: { username, referrer_id: referrerId } },
  })
  if (error) throw error
  return { username, email }
}
